{#-
JSON text in which every number with a fraction or an exponent, and -0, is a text behind a mark, for Spark reads such numbers as
doubles or as 0. Other integers are exact as they are. What is not JSON number stays, and stays invalid. The mark is U+FDD0 and 1; where the
message itself has U+FDD0, as it is or escaped, that becomes U+FDD0 and 0 first, so no text of a message is ever taken for a mark.
-#}
{%- macro numbers_as_text(json) -%}
regexp_replace(
    {{ changefeed.with_marks_doubled(json) | indent(4) }},
    r'\G((?:[^"\-0-9]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|{{ changefeed.exact_integer() }})*+)({{ changefeed.json_number() }})',
    '$1"\uFDD01$2"'
)
{%- endmacro -%}


{#-
A JSON text in which U+FDD0, as it is or escaped, is followed by 0: whatever else follows one then is a mark. Few texts have one, and contains() is quicker
than replace(), which compares at each byte.
-#}
{%- macro with_marks_doubled(json) -%}
if(
    contains({{ json }}, r'\u') or contains({{ json }}, '\uFDD0'),
    replace(
        if(
            contains(lower({{ json }}), r'\ufdd0'),
            regexp_replace({{ json }}, r'(?<!\\)((?:\\\\)*+)\\u[fF][dD][dD]0', '$1\uFDD0'),
            {{ json }}
        ),
        '\uFDD0',
        '\uFDD00'
    ),
    {{ json }}
)
{%- endmacro -%}


{#- A text of such a JSON text, without marks of ours, as it was sent. -#}
{%- macro unmarked_text(text) -%}
replace({{ text }}, '\uFDD00', '\uFDD0')
{%- endmacro -%}


{#- A JSON number that Spark reads exactly: no fraction, no exponent, not -0. A pattern. -#}
{%- macro exact_integer() -%}
(?!-0(?![.eE0-9]))-?[0-9]++(?![.eE0-9])
{%- endmacro -%}


{%- macro json_number() -%}
-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+
{%- endmacro -%}


{#-
Whether a JSON text may have such a number: never wrong when it says no. Java splits at one plain character without a regular
expression, few pieces begin as a number goes on, and a number in quotes is followed by its quote: a tenth of the time that a search for the
pattern takes.
-#}
{%- macro has_fractions(json) -%}
(
    exists(split({{ json }}, '\\.'), rest -> rest < ':' and rest rlike r'^[0-9]++(?:[eE][-+]?+[0-9]++)?+[ \t\r\n,}\]]')
    or exists(split({{ json }}, 'e'), rest -> rest < ':' and rest >= '+' and rest rlike r'^[-+]?+[0-9]++[ \t\r\n,}\]]')
    or exists(split({{ json }}, 'E'), rest -> rest < ':' and rest >= '+' and rest rlike r'^[-+]?+[0-9]++[ \t\r\n,}\]]')
    or exists(split({{ json }}, '-'), rest -> startswith(rest, '0') and rest rlike r'^0[ \t\r\n,}\]]')
)
{%- endmacro -%}


{#- What was parsed of such a JSON text, of a Spark type, with the marks taken off again: numbers as they were sent, also within nested JSON. -#}
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
transform_values({{ changefeed._with_names_unmarked(value) }}, (name, text) -> {{ changefeed.without_marks('text', 'string') }})
{%- elif type in ('array<map<string,string>>', 'array<map<string,text>>') -%}
transform({{ value }}, row -> {{ changefeed.without_marks('row', 'map<string,string>') }})
{%- else -%}
{{ value }}
{%- endif -%}
{%- endmacro -%}


{#- A struct whose members of one type, maps or texts, are handled by one lambda: each would need as much SQL again, and views must be short (Derby). -#}
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


{#- A map that names a key twice stays as it is: its message is quarantined. -#}
{%- macro _with_names_unmarked(map) -%}
if(
    contains(array_join(map_keys({{ map }}), ''), '\uFDD0') and not {{ changefeed.repeats_a_name(map) }},
    transform_keys({{ map }}, (name, text) -> {{ changefeed.without_marks('name', 'string') }}),
    {{ map }}
)
{%- endmacro -%}
