{#-
The members that show that a message is of another dialect: name → the dialects that have it. `known` is dialects().
-#}
{%- macro foreign_members(dialect, known) -%}
    {%- set own = changefeed.member_names(dialect) -%}
    {%- set owners = {} -%}
    {%- for other in known | rejectattr('is_internal') if other.name != dialect.name and other.envelope.format == dialect.envelope.format and other.signature.bytes is not defined
        and other.written == dialect.written -%}
        {%- for name in changefeed.member_names(other) if name not in own -%}
            {%- do owners.update({name: owners.get(name, []) + [other.name]}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(owners) -}}
{%- endmacro -%}
