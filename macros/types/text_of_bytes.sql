{#-
Bytes in a character set as text, exactly or as NULL. Where the set has no such character, Java's decoder puts in
another: so the text must give the same bytes again. A set that is not known gives `unknown`.
-#}
{%- macro text_of_bytes(bytes, charset, unknown='null') -%}
if(
    {{ charset }} in ('utf8mb4', 'utf8mb3', 'utf8'),
    try_validate_utf8(cast({{ bytes }} as string)),
    transform(
        array({{ changefeed.java_charsets() }}[lower({{ charset }})]),
        name -> case
            when name is null then {{ unknown }}
            when name = 'UTF-8' then try_validate_utf8(cast({{ bytes }} as string))
            when encode(decode({{ bytes }}, name), name) = {{ bytes }} then decode({{ bytes }}, name)
        end
    )[0]
)
{%- endmacro -%}
