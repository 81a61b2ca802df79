{#-
The faults that any envelope can have, as {reason: {when, detail}}. They are judged after the dialect's own faults.

- duplicate_name: an object within the message has one name twice. (For the message itself, read_messages() looks.)
- wrong_type: a member is of another kind than the dialect sends. Spark reads such a member as nothing, or reads a
  number as if it were a text.
-#}
{%- macro envelope_faults(dialect) -%}
{%- set envelope = dialect.envelope -%}
{%- set repeats = [] -%}
{%- set kinds = {'a row, as an object': []} if envelope.format == 'json_map' else {} -%}
{%- for member in changefeed.envelope_members(envelope.get('members', {})) -%}
    {%- do repeats.append(changefeed._names_twice(envelope.name, member)) -%}
    {%- if member.type is mapping or member.type | lower != 'string' -%}
        {%- do kinds.setdefault(changefeed._kind_in_words(member.type), []).append(member.path | join('.')) -%}
    {%- endif -%}
{%- endfor -%}
{%- do repeats.extend(changefeed._objects_name_twice(envelope.get('members', {}))) -%}
{%- set in_words = [] -%}
{%- for kind, names in kinds.items() -%}
    {%- do in_words.append(kind ~ (' (' ~ names | join(', ') ~ ')' if names)) -%}
{%- endfor -%}
    {{- return({
        'duplicate_name': {
            'when': repeats | select | join(' or ') or 'false',
            'detail': "'A row, or what describes its columns, names a column twice.'",
        },
        'wrong_type': {
            'when': envelope.name ~ '_is_unread' ~ changefeed._holds_no_string(envelope),
            'detail': "'A member holds another kind of JSON value than " ~ dialect.name ~ " sends: " ~ in_words | join(', ') ~ ".'",
        },
    }) -}}
{%- endmacro -%}


{#- Whether a map, or a list of maps, has one name twice. -#}
{%- macro _names_twice(envelope, member) -%}
{%- set value = changefeed.member_at(envelope, member.path) -%}
{%- if member.type in ('map<string,string>', 'map<string,text>') -%}
coalesce({{ changefeed.repeats_a_name(value) }}, false)
{%- elif member.type in ('array<map<string,string>>', 'array<map<string,text>>') -%}
coalesce({{ changefeed.any_row(value, changefeed.repeats_a_name) }}, false)
{%- endif -%}
{%- endmacro -%}


{#-
Whether an object with known members has one name twice: a list of conditions, one for each depth. Spark keeps only one
of the two, so the names are read again, for all objects of a depth at once.
-#}
{%- macro _objects_name_twice(members) -%}
    {%- set found = [] -%}
    {%- for depth in range(1, 9) -%}
        {%- set objects = changefeed._objects_at(members, depth) -%}
        {%- if objects -%}
            {%- set texts = [] -%}
            {%- for object in changefeed.envelope_members(objects) if object.type == 'string' -%}
                {%- do texts.append(changefeed.member_at('sent', object.path) | trim) -%}
            {%- endfor -%}
            {%- do found.append(
                "coalesce(exists(array(from_json(value_text, '" ~ changefeed.spark_type(objects) ~ "', " ~ (changefeed.json_options() | trim)
                ~ ')), sent -> exists(array(' ~ texts | join(', ') ~ '), text -> exists(array(' ~ (changefeed.top_level_names('text') | trim)
                ~ '), names -> size(array_distinct(names)) <> size(names)))), false)'
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#-
The objects at a depth among some members, as texts, within the objects that hold them. Depth 1 is the members
themselves.
-#}
{%- macro _objects_at(members, depth) -%}
    {%- set found = {} -%}
    {%- for name, type in members.items() if type is mapping -%}
        {%- set within = 'string' if depth == 1 else changefeed._objects_at(type, depth - 1) -%}
        {%- if within -%}
            {%- do found.update({name: within}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#-
` or …`: whether a member that must be a text, or a list of texts, holds another kind of value. The message is read
again only where such a member looks like another kind.
-#}
{%- macro _holds_no_string(envelope) -%}
{%- set singles = [] -%}
{%- set lists = [] -%}
{%- for member in changefeed.envelope_members(envelope.get('members', {})) if member.type is string and 'text' in member.type -%}
    {%- do (singles if member.type == 'text' else lists).append(member) -%}
{%- endfor -%}
{%- if singles or lists %}
or if(
    {{ changefeed._one_looks_like_not_string(envelope, singles, lists) }},
    exists(
        array(from_json(value_text, '{{ changefeed.spark_type(changefeed._texts_only(envelope.members), 'variant') }}', {{ changefeed.json_options() }})),
        sent -> false
        {%- if singles %}
        or exists(
            array(
                {%- for member in singles %}
                struct({{ changefeed.member_at(envelope.name, member.path) }} as text, {{ changefeed.member_at('sent', member.path) }} as value){{ ',' if not loop.last }}
                {%- endfor %}
            ),
            each -> each.text is not null and {{ changefeed.is_not_string('each.value') }}
        )
        {%- endif %}
        {%- for member in lists %}
        or {{ changefeed.member_at(envelope.name, member.path) }} is not null and coalesce(exists(
            zip_with({{ changefeed._texts_of(envelope.name, member) }}, {{ changefeed._texts_of('sent', member) }}, (text, value) -> text is not null and {{ changefeed.is_not_string('value') }}),
            is_other -> is_other
        ), true)
        {%- endfor %}
    ),
    false
)
{%- endif -%}
{%- endmacro -%}


{#-
Whether a member that must be a text, or a list of texts, may be another kind of value. The beginnings are looked at
first, which is quick: few texts begin like a number, an object or another such value.
-#}
{%- macro _one_looks_like_not_string(envelope, singles, lists) -%}
{%- set beginnings = [] -%}
{%- set texts = [] -%}
{%- for member in singles -%}
    {%- do texts.append(changefeed.member_at(envelope.name, member.path) | trim) -%}
    {%- do beginnings.append('left(' ~ texts[-1] ~ ', 1)') -%}
{%- endfor -%}
{%- set listed = [] -%}
{%- for member in lists -%}
    {%- do listed.append(changefeed._texts_of(envelope.name, member) | trim) -%}
{%- endfor -%}
{%- if texts -%}
if(
    concat_ws('', {{ beginnings | join(', ') }}) rlike r'[-0-9"\[{tf]',
    {{ changefeed.one_looks_like_not_string(texts) }},
    false
)
{%- endif -%}
{{ ' or ' if texts and listed }}
{%- if listed -%}
{{ changefeed.one_looks_like_not_string(listed) }}
{%- endif -%}
{%- endmacro -%}


{#- Among some members, the members that must be texts, and the objects that hold such members. -#}
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


{#- The texts of a member: a list of texts as it is, the values of a map, or the values of all maps in a list. -#}
{%- macro _texts_of(envelope, member) -%}
{%- set sent = changefeed.member_at(envelope, member.path) -%}
{%- if member.type.startswith('array<map') -%}
flatten(transform({{ sent }}, each -> map_values(each)))
{%- elif member.type.startswith('map') -%}
map_values({{ sent }})
{%- else -%}
{{ sent }}
{%- endif -%}
{%- endmacro -%}


{#-
A Spark type of a member in words for people. A type in capitals means the same; its dialect removes the marks itself.
-#}
{%- macro _kind_in_words(type) -%}
    {{- return('an object' if type is mapping else {
        'text': 'a text',
        'boolean': 'true or false',
        'array<text>': 'a list of texts',
        'array<string>': 'a list',
        'map<string,string>': 'an object',
        'map<string,text>': 'an object of texts',
        'array<map<string,string>>': 'a list of objects',
        'array<map<string,text>>': 'a list of objects of texts',
    }.get(type | lower, 'a whole number' if type in ('int', 'bigint') else 'what it is documented to hold')) -}}
{%- endmacro -%}
