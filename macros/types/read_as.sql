{#- Reads a text as a Spark type, exactly or not at all (NULL): the one list of the readers that dialects choose from. -#}
{%- macro read_as(reader, text, type, zone='UTC', labels=[]) -%}
    {%- if reader == 'text' -%}
        {{ text }}
    {%- elif reader == 'number' -%}
        {%- if type.startswith('decimal') -%}
            {%- set scale = type.split(',')[1].split(')')[0] | int -%}
            if({{ text }} rlike r'^[-+]?[0-9]+([.][0-9]{0,{{ scale }}}0*)?\z', try_cast({{ text }} as {{ type }}), null)
        {%- elif type == 'boolean' -%}
            case {{ text }} when '1' then true when '0' then false end
        {%- else -%}
            try_cast({{ text }} as {{ type }})
        {%- endif -%}
    {%- elif reader == 'date' -%}
        if({{ text }} rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}\z', try_cast({{ text }} as date), null)
    {%- elif reader == 'wall_time' -%}
        if({{ text }} rlike '{{ changefeed._wall_time_pattern() }}', try_cast({{ text }} as timestamp_ntz), null)
    {%- elif reader == 'instant' -%}
        if({{ text }} rlike '{{ changefeed._wall_time_pattern() }}', try_cast(concat({{ text }}, ' {{ zone }}') as timestamp), null)
    {%- elif reader == 'mysql_time' -%}
        {%- if type == 'bigint' -%}{{ function('mysql_time_micros') }}({{ text }}){%- else -%}{{ text }}{%- endif -%}
    {%- elif reader == 'mysql_enum' -%}
        {{ function('mysql_enum_label') }}({{ text }}, {{ changefeed._labels(labels) }})
    {%- elif reader == 'mysql_set' -%}
        {{ function('mysql_set_labels') }}({{ text }}, {{ changefeed._labels(labels) }})
    {%- elif reader == 'zoned_instant' -%}
        if({{ text }} rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)? \S+\z', try_cast({{ text }} as timestamp), null)
    {%- elif reader == 'offset_instant' -%}
        {#- With an offset from UTC, as PostgreSQL (+08, +05:30) and SQL Server (with a blank before it) print it. -#}
        if({{ text }} rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)? ?[-+][0-9]{2}(:[0-9]{2}(:[0-9]{2})?)?$', try_cast(regexp_replace({{ text }}, ' ([-+])', '$1') as timestamp), null)
    {%- elif reader == 'boolean_text' -%}
        {%- set value = "case when lower(" ~ text ~ ") in ('true', 't', '1') then true when lower(" ~ text ~ ") in ('false', 'f', '0') then false end" -%}
        {{ value if type == 'boolean' else 'cast(' ~ value ~ ' as ' ~ type ~ ')' }}
    {%- elif reader == 'hex_bytes' -%}
        if({{ text }} rlike r'^(?:[0-9a-fA-F]{2})*+\z', unhex({{ text }}), null)
    {%- elif reader == 'bson_number' -%}
        {#- Extended JSON names the kind of a number that JSON has not: {"$numberDecimal":"1.10"}. -#}
        {{ changefeed.read_as('java_number', "regexp_replace(" ~ text ~ ", r'^[{]\"[$]number[A-Za-z]+\":\"([^\"]*)\"[}]$', '$1')", type) }}
    {%- elif reader == 'bson_date' -%}
        if({{ text }} rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?(Z|[-+][0-9]{2}:?[0-9]{2})$', try_cast(regexp_replace({{ text }}, '([-+][0-9]{2})([0-9]{2})$', '$1:$2') as timestamp), null)
    {%- elif reader == 'bson_object_id' -%}
        if({{ text }} rlike r'^[0-9a-f]{24}\z', {{ text }}, null)
    {%- elif reader == 'bson_string' -%}
        if(startswith({{ text }}, '"'), from_json(concat('[', {{ text }}, ']'), 'array<string>', {{ changefeed.json_options() }})[0], {{ text }})
    {%- elif reader == 'bson_binary' -%}
        {{ changefeed.read_as('base64_bytes', "nullif(regexp_extract(" ~ text ~ ", r'^[{]\"[$]binary\":[{]\"base64\":\"([^\"]*)\",', 1), '')", type) }}
    {%- elif reader == 'bson_uuid' -%}
        nullif(regexp_extract({{ text }}, r'^[{]"[$]uuid":"([^"]*)"[}]$', 1), '')
    {%- elif reader == 'base64_bytes' -%}
        {#- Spark alone passes over blanks. -#}
        if({{ text }} rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary({{ text }}, 'base64'), null)
    {%- elif reader == 'base64_bits' -%}
        {%- set bytes = changefeed.read_as('base64_bytes', text, 'binary') | trim -%}
        {#- The bits as a number; leading zero bytes may be missing. -#}
        if(length({{ bytes }}) <= 8, {{ changefeed.read_as('number', "conv(concat('0', hex(" ~ bytes ~ ")), 16, 10)", type) }}, null)
    {%- elif reader == 'latin1_bytes' -%}
        {{ function('latin1_bytes') }}({{ text }})
    {%- elif reader == 'utf8_of_latin1' -%}
        {{ function('utf8_of_latin1') }}({{ text }})
    {%- elif reader == 'java_number' -%}
        {%- if type.startswith('decimal') -%}
            if({{ function('decimal_places') }}({{ text }}) <= {{ type.split(',')[1].split(')')[0] | int }}, try_cast({{ text }} as {{ type }}), null)
        {%- else -%}
            {{ changefeed.read_as('number', text, type) }}
        {%- endif -%}
    {%- elif reader == 'epoch_instant' -%}
        {{ function('epoch_instant') }}({{ text }})
    {%- elif reader == 'epoch_millis' -%}
        {{ changefeed._epoch_millis(text, type, zone) }}
    {%- elif reader == 'true_or_false' -%}
        case {{ text }} when 'true' then true when 'false' then false end
    {%- elif reader == 'byte_list' -%}
        {{ function('byte_list') }}({{ text }})
    {%- elif reader == 'mysql_enum_text' -%}
        {#- A label. One that is also the ordinal of another label could be either. -#}
        if({{ text }} = '' or (array_contains({{ changefeed._labels(labels) }}, {{ text }}) and coalesce({{ function('mysql_enum_label') }}({{ text }}, {{ changefeed._labels(labels) }}) = {{ text }}, true)), {{ text }}, null)
    {%- elif reader == 'mysql_set_text' -%}
        if({{ text }} = '' or (forall(split({{ text }}, ','), label -> array_contains({{ changefeed._labels(labels) }}, label)) and coalesce({{ function('mysql_set_labels') }}({{ text }}, {{ changefeed._labels(labels) }}) = {{ text }}, true)), {{ text }}, null)
    {%- else -%}
        {{ exceptions.raise_compiler_error("read_as(): there is no reader '" ~ reader ~ "'") }}
    {%- endif -%}
{%- endmacro -%}


{#- Milliseconds since 1970 as an instant, or as the wall time or day that it was in the zone; a day begins at midnight, else it is none. -#}
{%- macro _epoch_millis(text, type, zone) -%}
    {%- set instant = 'if(' ~ text ~ " rlike r'^-?[0-9]{1,15}\\z', " ~ changefeed.millis_to_timestamp('try_cast(' ~ text ~ ' as bigint)') ~ ', null)' -%}
    {%- set wall = "convert_timezone('UTC', '" ~ zone ~ "', cast(" ~ instant ~ ' as timestamp_ntz))' -%}
    {%- if type == 'timestamp' -%}
        {{ instant }}
    {%- elif type == 'timestamp_ntz' -%}
        {{ wall }}
    {%- elif type == 'date' -%}
        if({{ wall }} = cast(cast({{ wall }} as date) as timestamp_ntz), cast({{ wall }} as date), null)
    {%- else -%}
        {{ changefeed.read_as('number', text, type) }}
    {%- endif -%}
{%- endmacro -%}


{%- macro _wall_time_pattern() -%}
^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?$
{%- endmacro -%}


{%- macro _labels(labels) -%}
array({% for label in labels %}{{ changefeed.sql_string(label) }}{{ ', ' if not loop.last }}{% endfor %})
{%- endmacro -%}
