{#-
SQL of the value that rows get from a column's default, spelled as a database prints a value of a kind; bytes as
hexadecimal digits, an instant in UTC. It reads `given`, of default_texts(), and `source_at`. An expression that nothing
here computes stays as it is, behind U+FDD0. `parts` are those of source_type(), `zone` is that of the feed.
-#}
{%- macro plain_default(kind, family, parts, zone) -%}
    {%- set value -%}
    {%- if kind in ('integer', 'decimal', 'float32', 'float64', 'year', 'bits') -%}
        case
            when given.hex <> '' then conv(given.hex, 16, 10)
            when lower(given.text) in ('true', 'false') then if(lower(given.text) = 'true', '1', '0')
            else {{ changefeed._number_of_default(kind, family, parts) }}
        end
    {%- elif kind == 'boolean' -%}
        case
            when lower(given.text) in ('true', 't', 'yes', 'y', 'on', '1') then 'true'
            when lower(given.text) in ('false', 'f', 'no', 'n', 'off', '0') then 'false'
        end
    {%- elif kind in ('date', 'wall_time', 'instant') -%}
        {{- changefeed._time_of_default(kind, family, parts, zone) -}}
    {%- elif kind == 'time' -%}
        case
            when given.is_now then date_format({{ changefeed.wall_time_in_zone('source_at', zone) }}, 'HH:mm:ss')
            when given.text rlike r'^-?[0-9]{1,3}:[0-9]{2}(?::[0-9]{2}([.][0-9]+)?)?\z'
                then concat(regexp_replace(given.text, r'^(-?)([0-9])?:', '$10$2:'), if(given.text rlike ':.*:', '', ':00'))
        end
    {%- elif kind == 'set' -%}
        if(startswith(given.text, '\uFDD0'), null, array_join(filter({{ changefeed.array_of_labels(parts.arguments) }}, label -> array_contains(split(lower(given.text), ','), lower(label))), ','))
    {%- elif kind == 'binary' -%}
        case
            when given.hex <> '' then given.hex
            when startswith(given.text, '\uFDD0') then null
            {%- if family == 'oracle' %}
            else upper(given.text)
            {%- else %}
            {%- if family in ('postgresql', 'gaussdb') %}
            when given.text rlike r'^\\x(?:[0-9a-fA-F]{2})*+\z' then upper(substr(given.text, 3))
            {%- endif %}
            else hex(encode(given.text, 'UTF-8'))
            {%- endif %}
        end
    {%- elif kind in ('text', 'json') -%}
        if(given.hex <> '', try_validate_utf8(cast(unhex(given.hex) as string)), null)
    {%- else -%}
        null
    {%- endif -%}
    {%- endset -%}
    {%- set value = value | trim -%}
    if(given.text = '\uFDD0NOT NULL', {{ changefeed._value_without_default(kind, parts) }}, {{ 'given.text' if value == 'null' else 'coalesce(' ~ value ~ ', given.text)' }})
{%- endmacro -%}


{#- What MySQL gives rows where a column is added that is NOT NULL and has no default. -#}
{%- macro _value_without_default(kind, parts) -%}
    {%- set value = {
        'integer': '0', 'decimal': changefeed._zero_of(parts), 'float32': '0', 'float64': '0', 'year': '0', 'bits': '0', 'boolean': 'false',
        'date': '0000-00-00', 'wall_time': '0000-00-00 00:00:00', 'instant': '0000-00-00 00:00:00', 'time': '00:00:00',
        'enum': parts.arguments[0] if parts.arguments else '', 'json': 'null',
    }.get(kind, '') -%}
    {{- changefeed.sql_string(value) -}}
{%- endmacro -%}


{%- macro _zero_of(parts) -%}
    {%- set places = parts.arguments[1] | int(0) if parts.arguments | length > 1 else 0 -%}
    {{- return('0' ~ ('.' ~ '0' * places if places > 0 else '')) -}}
{%- endmacro -%}


{#-
A number as the database prints it. A DECIMAL has all its decimal places, but not in Oracle. What is no number of the
type stays as it is.
-#}
{%- macro _number_of_default(kind, family, parts) -%}
    {%- set digits = parts.arguments | map('int', -1) | list -%}
    {%- if kind == 'decimal' and (family == 'oracle' or not digits or digits[0] > 38 or digits[-1] < 0) or kind == 'year' -%}
        null
    {%- else -%}
        {%- set type = {'decimal': 'decimal(38,' ~ (digits[1] if digits | length > 1 else 0) ~ ')', 'float32': 'float', 'float64': 'double'}.get(kind, 'decimal(38,0)') -%}
        string(try_cast(given.text as {{ type }}))
    {%- endif -%}
{%- endmacro -%}


{#- A date, a wall time or an instant. A literal without an offset is a wall time in the zone of the feed. -#}
{%- macro _time_of_default(kind, family, parts, zone) -%}
    {%- if kind == 'instant' -%}
        {%- set instant -%}
        case
            when given.is_now then source_at
            when contains(given.literal, ':') and given.literal rlike r'(?:Z|[-+][0-9]{2}(?::?[0-9]{2})?)\z' then try_cast(given.literal as timestamp)
            else to_utc_timestamp(try_cast(given.literal as timestamp_ntz), '{{ zone }}')
        end
        {%- endset -%}
        {{- changefeed.printed_time(instant | trim, family, parts) -}}
    {%- else -%}
        {%- set wall = 'if(given.is_now, ' ~ changefeed.wall_time_in_zone('source_at', zone) ~ ', try_cast(given.literal as timestamp_ntz))' -%}
        {{- 'string(cast(' ~ wall ~ ' as date))' if kind == 'date' else changefeed.printed_time(wall, family, parts) -}}
    {%- endif -%}
{%- endmacro -%}
