case
    when digits is null or scale is null or scale not between -100 and 100 then null
    when scale <= 0 then if(digits = '0', '0', concat(digits, repeat('0', -scale)))
    else regexp_replace(
        concat(if(startswith(digits, '-'), '-', ''), lpad(ltrim('-', digits), greatest(length(ltrim('-', digits)), scale + 1), '0')),
        concat('([0-9]{', scale, '})$'),
        '.$1'
    )
end
