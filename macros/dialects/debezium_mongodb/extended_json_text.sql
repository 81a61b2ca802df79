{#-
The text that a row keeps of a member of a document in Extended JSON of any version: as drs_mongo_text(), and
$numberLong and $numberInt as their digits, $date of milliseconds as ISO text, $binary of version 1 as version 2 has it.
What begins with a brace is no text, for a text that does stays in its quotes.
-#}
{%- macro extended_json_text(value) -%}
transform(
    array({{ changefeed.drs_mongo_text(value) }}),
    text -> case
        when not startswith(text, '{"$') then text
        when text rlike r'^\{"\$number(?:Long|Int)":"(?:0|-?[1-9][0-9]{0,18})"\}\z' then regexp_extract(text, ':"([^"]*)"', 1)
        when text rlike r'^\{"\$date":(?:\{"\$numberLong":"-?[0-9]{1,15}"\}|-?[0-9]{1,15})\}\z' then coalesce(
            date_format({{ changefeed.millis_to_timestamp("cast(regexp_extract(text, '(-?[0-9]+)', 1) as bigint)") }}, "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"),
            text
        )
        when text rlike r'^\{"\$binary":"[^"\\]*","\$type":"[0-9a-fA-F]{1,2}"\}\z'
            then regexp_replace(text, r'^\{"\$binary":"([^"]*)","\$type":"([^"]*)"\}\z', r'{"\$binary":{"base64":"$1","subType":"$2"}}')
        else text
    end
)[0]
{%- endmacro -%}
