{#-
An envelope without the marks of numbers_as_text(), in all its members. One whose members are all read with their marks
(types in capital letters) stays as it is.
-#}
{%- macro unmarked_envelope(parsed, envelope) -%}
{%- if envelope.fractions is defined and not envelope.fractions or not changefeed._has_unmarked_members(envelope) -%}
{{ parsed }}
{%- else -%}
{#- The parsed message first gets a short name, because the SQL names it once for each member. -#}
if(
    has_fractions,
    transform(array({{ parsed }}), e -> {{ changefeed.without_marks(
        'e', 'map<string,string>' if envelope.format == 'json_map' else dict(envelope.members, changefeed_end='int')
    ) | indent(4) }})[0],
    {{ parsed }}
)
{%- endif -%}
{%- endmacro -%}


{%- macro _has_unmarked_members(envelope) -%}
    {%- set found = [] -%}
    {%- for type in envelope.get('members', {}).values() if type is mapping or type == type | lower -%}
        {%- do found.append(type) -%}
    {%- endfor -%}
    {{- return(envelope.format == 'json_map' or found != []) -}}
{%- endmacro -%}
