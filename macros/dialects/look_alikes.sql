{#- The dialects whose messages can have the same names as those of a dialect, so that their shape does not tell them apart. -#}
{%- macro look_alikes(dialect, known) -%}
    {%- set found = [] -%}
    {%- for other in known | rejectattr('is_internal') if other.name != dialect.name and other.envelope.format == dialect.envelope.format != 'avro' and other.written == dialect.written -%}
        {%- if changefeed._can_show(dialect, other) and changefeed._can_show(other, dialect) and not (dialect.signature.says and other.signature.says) -%}
            {%- do found.append(other.name) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- Whether messages of a dialect can have all signs of another. -#}
{%- macro _can_show(dialect, other) -%}
    {%- set own = changefeed.member_names(dialect) -%}
    {%- set lacking = [] -%}
    {%- for names in changefeed.signs_of_dialect(other) if names | select('in', own) | list == [] -%}
        {%- do lacking.append(names) -%}
    {%- endfor -%}
    {{- return(lacking == [] or dialect.envelope.format == 'json_map') -}}
{%- endmacro -%}
