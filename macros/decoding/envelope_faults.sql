{#-
What can be wrong with any envelope, as {reason: {when, detail}}, judged after the dialect's own faults: an object that names a member twice,
and a member of another kind than the dialect sends. Spark reads such a member as nothing, or a number as if it were a text.
-#}
{%- macro envelope_faults(dialect) -%}
{%- set envelope = dialect.envelope -%}
{%- set repeats = [] -%}
{%- set kinds = ['a row, as an object'] if envelope.format == 'json_map' else [] -%}
{%- for member in changefeed.envelope_members(envelope.get('members', {})) -%}
    {%- do repeats.append(changefeed._names_twice(envelope.name, member)) -%}
    {%- if member.type != 'string' -%}
        {%- do kinds.append(member.path | join('.') ~ ' ' ~ changefeed._kind_in_words(member.type)) -%}
    {%- endif -%}
{%- endfor -%}
{%- if envelope.format == 'json_map' -%}
    {%- do repeats.append(changefeed.repeats_a_name(envelope.name)) -%}
{%- endif -%}
    {{- return({
        'duplicate_name': {
            'when': repeats | select | join(' or ') or 'false',
            'detail': "if(size(array_distinct(names)) <> size(names), concat('The message names ', array_join(array_distinct(filter("
                ~ "names, name -> size(filter(names, other -> other = name)) > 1)), ', '), ' more than once.'),"
                ~ " 'A row, or what describes its columns, names a column twice.')",
        },
        'wrong_type': {
            'when': envelope.name ~ '_is_unread' ~ changefeed._holds_no_text(envelope),
            'detail': "'A member holds another kind of JSON value than " ~ dialect.name ~ " sends: " ~ kinds | join(', ') ~ ".'",
        },
    }) -}}
{%- endmacro -%}


{#- Whether a member names something twice. Of an object with known members Spark keeps one, so its names are read again. -#}
{%- macro _names_twice(envelope, member) -%}
{%- set value = changefeed.member_at(envelope, member.path) -%}
{%- if member.type is mapping -%}
{%- set type = namespace(within='string') -%}
{%- for name in member.path[1:] | reverse -%}
    {%- set type.within = 'struct<`' ~ name ~ '`:' ~ type.within ~ '>' -%}
{%- endfor -%}
if(
    {{ value }} is null,
    false,
    exists(
        array(from_json(value_text, '`{{ member.path[0] }}` {{ type.within }}', {{ changefeed.json_options() }}).`{{ member.path | join('`.`') }}`),
        text -> exists(array({{ changefeed.top_level_names('text') }}), names -> size(array_distinct(names)) <> size(names))
    )
)
{%- elif member.type in ('map<string,string>', 'map<string,text>') -%}
coalesce({{ changefeed.repeats_a_name(value) }}, false)
{%- elif member.type == 'array<map<string,string>>' -%}
coalesce({{ changefeed.any_row(value, changefeed.repeats_a_name) }}, false)
{%- endif -%}
{%- endmacro -%}


{#- ` or …`: whether a member that must be a text, or a list of them, holds something else. Only a message with one that looks like it is read again. -#}
{%- macro _holds_no_text(envelope) -%}
{%- set singles = [] -%}
{%- set lists = [] -%}
{%- for member in changefeed.envelope_members(envelope.get('members', {})) if member.type is string and 'text' in member.type -%}
    {%- do (singles if member.type == 'text' else lists).append(member) -%}
{%- endfor -%}
{%- if singles or lists %}
or if(
    {%- for member in singles %}
    {{ 'or ' if not loop.first }}coalesce({{ changefeed.looks_like_no_text(changefeed.member_at(envelope.name, member.path)) }}, false)
    {%- endfor %}
    {%- for member in lists %}
    {{ 'or ' if singles or not loop.first }}coalesce(exists({{ changefeed._texts_of(envelope.name, member) }}, text -> {{ changefeed.looks_like_no_text('text') }}), false)
    {%- endfor %},
    exists(
        array(from_json(value_text, '{{ changefeed.spark_type(changefeed._texts_only(envelope.members), 'variant') }}', {{ changefeed.json_options() }})),
        sent -> false
        {%- if singles %}
        or exists(
            array(
                {%- for member in singles %}
                {{ changefeed.member_at('sent', member.path) }}{{ ',' if not loop.last }}
                {%- endfor %}
            ),
            each -> each is not null and {{ changefeed.is_no_text('each') }}
        )
        {%- endif %}
        {%- for member in lists %}
        or coalesce(exists({{ changefeed._texts_of('sent', member) }}, each -> each is not null and {{ changefeed.is_no_text('each') }}), false)
        {%- endfor %}
    ),
    false
)
{%- endif -%}
{%- endmacro -%}


{#- Of members, those that must be texts, and the objects with such. -#}
{%- macro _texts_only(members) -%}
    {%- set found = {} -%}
    {%- for name, type in members.items() -%}
        {%- if type is not mapping and 'text' in type -%}
            {%- do found.update({name: type}) -%}
        {%- elif type is mapping and changefeed._texts_only(type) -%}
            {%- do found.update({name: changefeed._texts_only(type)}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- A member that is a list of texts, or the values of one that is a map of them. -#}
{%- macro _texts_of(envelope, member) -%}
{{ 'map_values(' if 'map' in member.type }}{{ changefeed.member_at(envelope, member.path) }}{{ ')' if 'map' in member.type }}
{%- endmacro -%}


{%- macro _kind_in_words(type) -%}
    {{- return('an object' if type is mapping else {
        'text': 'a text',
        'boolean': 'true or false',
        'array<text>': 'a list of texts',
        'array<string>': 'a list',
        'map<string,string>': 'an object',
        'map<string,text>': 'an object of texts',
        'array<map<string,string>>': 'a list of objects',
    }.get(type, 'a whole number' if type in ('int', 'bigint') else 'what it is documented to hold')) -}}
{%- endmacro -%}
