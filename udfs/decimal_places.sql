case
    when text rlike r'^[-+]?(?:0++(?:[.]0*+)?|[.]0++)([eE][-+]?[0-9]{1,3})?\z' then 0
    when text rlike r'^[-+]?(?:[0-9]++(?:[.][0-9]*+)?|[.][0-9]++)([eE][-+]?[0-9]{1,3})?\z' then greatest(
        length(rtrim('0', regexp_extract(text, '[.]([0-9]*)', 1)))
        - coalesce(try_cast(regexp_extract(text, '[eE](.*)$', 1) as int), 0),
        0
    )
end
