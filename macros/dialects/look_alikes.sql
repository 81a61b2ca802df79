{#- The dialects that the names of a message cannot tell from this one: their messages can have the same members. -#}
{%- macro look_alikes(dialect, known) -%}
    {%- set found = [] -%}
    {%- for other in known | rejectattr('is_internal') if other.name != dialect.name and other.envelope.format == dialect.envelope.format != 'avro' and other.written == dialect.written -%}
        {%- if changefeed._can_show(dialect, other) and changefeed._can_show(other, dialect) and not (dialect.signature.says and other.signature.says) -%}
            {%- do found.append(other.name) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- Whether messages of a dialect can have all members that are signs of another. -#}
{%- macro _can_show(dialect, other) -%}
    {%- set own = changefeed.member_names(dialect) -%}
    {%- set lacking = [] -%}
    {%- for names in changefeed.signs_of_dialect(other) if names | select('in', own) | list == [] -%}
        {%- do lacking.append(names) -%}
    {%- endfor -%}
    {{- return(lacking == [] or dialect.envelope.format == 'json_map') -}}
{%- endmacro -%}
