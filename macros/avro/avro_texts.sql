{#-
All texts in a value of an Avro schema, also names in maps: SQL expressions, each a string or an array of strings. `sql`
is the result of from_avro().
-#}
{%- macro avro_texts(schema, sql, named, depth=0) -%}
    {%- set found = [] -%}
    {%- set type = changefeed.avro_value_type(schema, named) -%}
    {%- set kind = type if type is string else type.type -%}
    {%- if kind == 'string' -%}
        {%- do found.append(sql) -%}
    {%- elif kind == 'record' -%}
        {%- for name, member in changefeed.avro_members(type).items() -%}
            {%- do found.extend(changefeed.avro_texts(member, sql ~ '.' ~ changefeed.quoted_name(name), named, depth)) -%}
        {%- endfor -%}
    {%- elif kind in ('array', 'map') -%}
        {%- set each = 'each_' ~ depth -%}
        {%- set within = changefeed.avro_texts(type['items'] if kind == 'array' else type['values'], each, named, depth + 1) -%}
        {%- if within -%}
            {%- do found.append('transform(' ~ (sql if kind == 'array' else 'map_values(' ~ sql ~ ')') ~ ', ' ~ each ~ " -> concat_ws(' ', " ~ within | join(', ') ~ '))') -%}
        {%- endif -%}
        {%- do found.append('map_keys(' ~ sql ~ ')') if kind == 'map' -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}
