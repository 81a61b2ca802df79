{#-
What can be wrong with any envelope, as [{reason, when, detail}], judged after the dialect's own faults: a map that names a key twice,
and a member of another kind than the dialect sends. Spark reads such a member as nothing, or a number as if it were a text.
-#}
{%- macro envelope_faults(dialect) -%}
{%- set repeats = [] -%}
{%- set other_kinds = [dialect.envelope ~ '_is_unread'] -%}
{%- set kinds = [] -%}
{%- for name, type in dialect.members.items() -%}
    {%- set member = dialect.envelope ~ '.`' ~ name ~ '`' -%}
    {%- if type == 'map<string,string>' -%}
        {%- do repeats.append('coalesce(' ~ changefeed.repeats_a_name(member) ~ ', false)') -%}
    {%- elif type == 'array<map<string,string>>' -%}
        {%- do repeats.append('coalesce(' ~ changefeed.any_row(member, changefeed.repeats_a_name('<r>')) ~ ', false)') -%}
    {%- endif -%}
    {%- if name in dialect.texts -%}
        {%- do other_kinds.append(changefeed._holds_no_text(member, name, type)) -%}
    {%- endif -%}
    {%- if type != 'string' or name in dialect.texts -%}
        {%- do kinds.append(name ~ ' ' ~ changefeed._kind_in_words(type)) -%}
    {%- endif -%}
{%- endfor -%}
    {{- return([
        {
            'reason': 'duplicate_name',
            'when': repeats | join(' or ') or 'false',
            'detail': "if(size(array_distinct(names)) <> size(names), concat('The message names ', array_join(array_distinct(filter("
                ~ "names, name -> size(filter(names, other -> other = name)) > 1)), ', '), ' more than once.'),"
                ~ " 'A row, or what describes its columns, names a column twice.')",
        },
        {
            'reason': 'wrong_type',
            'when': other_kinds | join(' or '),
            'detail': "'A member holds another kind of JSON value than " ~ dialect.name ~ " sends: " ~ kinds | join(', ') ~ ".'",
        },
    ]) -}}
{%- endmacro -%}


{#- Whether a member that must be a text, or a list of them, is something else. Only what looks like it is looked at in the message again. -#}
{%- macro _holds_no_text(member, name, type) -%}
{%- set looks_like_none = "rlike r'^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|[\\[{].*)$'" -%}
{%- if type == 'string' -%}
coalesce(
    if({{ member }} {{ looks_like_none }}, schema_of_variant({{ changefeed._as_variant(name, 'variant') }}) <> 'STRING', false),
    false
)
{%- else -%}
coalesce(
    if(
        exists({{ member }}, text -> text {{ looks_like_none }}),
        exists({{ changefeed._as_variant(name, 'array<variant>') }}, each -> schema_of_variant(each) not in ('STRING', 'VOID')),
        false
    ),
    false
)
{%- endif -%}
{%- endmacro -%}


{%- macro _as_variant(name, type) -%}
from_json(value_text, '`{{ name }}` {{ type }}', {{ changefeed.json_options() }}).`{{ name }}`
{%- endmacro -%}


{%- macro _kind_in_words(type) -%}
    {{- {
        'string': 'a text',
        'boolean': 'true or false',
        'array<string>': 'a list of texts',
        'map<string,string>': 'an object',
        'array<map<string,string>>': 'a list of objects',
    }.get(type, 'a whole number') -}}
{%- endmacro -%}
