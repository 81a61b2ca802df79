if(
    text rlike r'^(?:[^\\]|\\(?:[abfnrtv\\"\x27]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}))*+\z',
    unhex(array_join(transform(
        regexp_extract_all(text, r'(?s)[^\\]+|\\x..|\\u....|\\U........|\\.', 0),
        part -> case
            when not startswith(part, r'\') then hex(encode(part, 'UTF-8'))
            when part like r'\\x%' then substr(part, 3)
            when part like r'\\u%' then hex(encode(decode(unhex(substr(part, 3)), 'UTF-16BE'), 'UTF-8'))
            when part like r'\\U%' then hex(encode(decode(unhex(substr(part, 3)), 'UTF-32'), 'UTF-8'))
            else coalesce(map(r'\a', '07', r'\b', '08', r'\f', '0C', r'\n', '0A', r'\r', '0D', r'\t', '09', r'\v', '0B')[part], hex(substr(part, 2)))
        end
    ), '')),
    null
)
