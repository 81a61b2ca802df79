coalesce(
    if(
        decode(encode(text, 'ISO-8859-1'), 'ISO-8859-1') = text,
        try_validate_utf8(cast(encode(text, 'ISO-8859-1') as string)),
        null
    ),
    text
)
