{#-
What can be wrong with any envelope, as [{reason, when, detail}], judged after the dialect's own faults: a map that names a key twice,
and a member of another kind than the dialect sends. Spark reads such a member as nothing, or a number as if it were a text.
-#}
{%- macro envelope_faults(dialect) -%}
{%- set repeats = [] -%}
{%- set other_kinds = [dialect.envelope ~ '_is_unread'] -%}
{%- set kinds = [] -%}
{%- if dialect.format == 'json_map' -%}
    {%- do kinds.append('a row, as an object') -%}
{%- endif -%}
{%- for name, type in dialect.get('members', {}).items() -%}
    {%- set member = dialect.envelope ~ '.`' ~ name ~ '`' -%}
    {%- if type == 'map<string,string>' -%}
        {%- do repeats.append('coalesce(' ~ changefeed.repeats_a_name(member) ~ ', false)') -%}
    {%- elif type == 'array<map<string,string>>' -%}
        {%- do repeats.append('coalesce(' ~ changefeed.any_row(member, changefeed.repeats_a_name('<r>')) ~ ', false)') -%}
    {%- endif -%}
    {%- if type != 'string' or name in dialect.get('texts', []) -%}
        {%- do kinds.append(name ~ ' ' ~ changefeed._kind_in_words(type)) -%}
    {%- endif -%}
{%- endfor -%}
{%- if dialect.texts -%}
    {%- do other_kinds.append(changefeed._holds_no_text(dialect)) -%}
{%- endif -%}
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


{#- Whether a member that must be a text, or a list of them, holds something else. Only a message with one that looks like it is read again. -#}
{%- macro _holds_no_text(dialect) -%}
{%- set looks_like_none = "rlike r'^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|[\\[{].*)$'" -%}
{%- set envelope = dialect.envelope -%}
{%- set singles = [] -%}
{%- set lists = [] -%}
{%- set members = [] -%}
{%- for name in dialect.texts -%}
    {%- do (singles if dialect.members[name] == 'string' else lists).append(name) -%}
    {%- do members.append('`' ~ name ~ '` ' ~ {'string': 'variant', 'array<string>': 'array<variant>', 'map<string,string>': 'map<string,variant>'}[dialect.members[name]]) -%}
{%- endfor -%}
if(
    exists(array({{ envelope }}.`{{ singles | join('`, ' ~ envelope ~ '.`') }}`), text -> text {{ looks_like_none }})
    {%- for name in lists %}
    or exists({{ changefeed._texts_in(envelope, name, dialect.members[name]) }}, text -> text {{ looks_like_none }})
    {%- endfor %},
    exists(
        array(from_json(value_text, '{{ members | join(', ') }}', {{ changefeed.json_options() }})),
        sent -> false
        {%- for name in singles %}
        or ({{ envelope }}.`{{ name }}` is not null and coalesce({{ changefeed.json_kind('sent.`' ~ name ~ '`') }} <> 'STRING', true))
        {%- endfor %}
        {%- for name in lists %}
        or coalesce(exists({{ changefeed._texts_in('sent', name, dialect.members[name]) }}, each -> {{ changefeed.json_kind('each') }} not in ('STRING', 'VOID')), false)
        {%- endfor %}
    ),
    false
)
{%- endmacro -%}


{#- A member that is a list of texts, or the values of one that is a map of them. -#}
{%- macro _texts_in(envelope, name, type) -%}
{{ 'map_values(' if type == 'map<string,string>' }}{{ envelope }}.`{{ name }}`{{ ')' if type == 'map<string,string>' }}
{%- endmacro -%}


{#- What kind of JSON value a variant is, in Spark's words. Of an array or object Spark would describe all that is in it, and a deep one ends the process. -#}
{%- macro json_kind(variant) -%}
if(
    try_variant_get({{ variant }}, '$', 'array<variant>') is not null
    or try_variant_get({{ variant }}, '$', 'map<string,variant>') is not null,
    'CONTAINER',
    schema_of_variant({{ variant }})
)
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
