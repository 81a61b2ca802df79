case
    when text rlike '^[-+]?0+([.]0*)?([eE][-+]?[0-9]{1,3})?$' then 0
    when text rlike '^[-+]?[0-9]+([.][0-9]*)?([eE][-+]?[0-9]{1,3})?$' then greatest(
        length(rtrim('0', regexp_extract(text, '[.]([0-9]*)', 1)))
        - coalesce(try_cast(regexp_extract(text, '[eE](.*)$', 1) as int), 0),
        0
    )
end
