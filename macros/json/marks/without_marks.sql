{#-
A value that was parsed from the text of numbers_as_text(), of a Spark type, without the marks: numbers are as they were
sent, also within nested JSON.
-#}
{%- macro without_marks(value, type) -%}
{%- if type is mapping -%}
{{ changefeed._struct_without_marks(value, type) }}
{%- elif type in ('string', 'text') -%}
{%- set without -%}
regexp_replace({{ value }}, r'"\uFDD01([^"]*)"|^\uFDD01', '$1')
{%- endset -%}
if(
    contains({{ value }}, '\uFDD0'),
    {{ changefeed.unmarked_text(without) }},
    {{ value }}
)
{%- elif type in ('array<string>', 'array<text>') -%}
transform({{ value }}, text -> {{ changefeed.without_marks('text', 'string') }})
{%- elif type in ('map<string,string>', 'map<string,text>') -%}
transform_values({{ changefeed.with_names_unmarked(value) }}, (name, text) -> {{ changefeed.without_marks('text', 'string') }})
{%- elif type in ('array<map<string,string>>', 'array<map<string,text>>') -%}
transform({{ value }}, row -> {{ changefeed.without_marks('row', 'map<string,string>') }})
{%- else -%}
{{ value }}
{%- endif -%}
{%- endmacro -%}


{#-
A struct without marks. One lambda handles all members of one type, maps or texts: with a lambda for each member the SQL
would be much longer.
-#}
{%- macro _struct_without_marks(value, type) -%}
{%- set groups = {} -%}
{%- for name, member in type.items() if member is string and member in ('map<string,string>', 'string', 'text') -%}
    {%- do groups.setdefault('maps' if member.startswith('map') else 'texts', []).append(name) -%}
{%- endfor -%}
if(
    {{ value }} is null,
    null,
    transform(
        array(struct(
            0 as none
            {%- for group, names in groups.items() %},
            transform(array({{ value }}.`{{ names | join('`, ' ~ value ~ '.`') }}`), m -> {{ changefeed.without_marks('m', 'map<string,string>' if group == 'maps' else 'string') | indent(12) }}) as {{ group }}
            {%- endfor %}
        )),
        of -> named_struct(
            {%- for name, member in type.items() %}
            {%- set group = 'maps' if name in groups.maps else 'texts' if name in groups.texts %}
            '{{ name }}', {% if group %}of.{{ group }}[{{ groups[group].index(name) }}]{% else %}{{ changefeed.without_marks(value ~ '.`' ~ name ~ '`', member) | indent(12) }}{% endif %}{{ ',' if not loop.last }}
            {%- endfor %}
        )
    )[0]
)
{%- endmacro -%}
