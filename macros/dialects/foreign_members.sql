{#- Members by which a message is known to be of another dialect or format: name → whose it is. `known` is dialects(). -#}
{%- macro foreign_members(dialect, known) -%}
    {%- set own = changefeed.member_names(dialect) -%}
    {%- set owners = {} -%}
    {#- A row may have columns of any name. -#}
    {%- for format, names in changefeed.formats_not_covered().items() if dialect.envelope.format != 'json_map' -%}
        {%- for name in names if name not in own -%}
            {%- do owners.update({name: owners.get(name, []) + [format]}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- for other in known | rejectattr('is_internal') if other.name != dialect.name and other.envelope.format == dialect.envelope.format and other.written == dialect.written -%}
        {%- for name in changefeed.member_names(other) if name not in own -%}
            {%- do owners.update({name: owners.get(name, []) + [other.name]}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(owners) -}}
{%- endmacro -%}
