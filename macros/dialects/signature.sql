{#-
How a message is known to be of a dialect: it has all members of `signature.has` (a list in it: one of these), and none that only
others have. (What it usually has, `usually_has`, and what its values say, `says`, count only where dialects are proposed.) `members` lists the names that a
dialect's messages can have, read or not; a name that nobody knows is no reason to refuse a message.
-#}
{%- macro member_names(dialect) -%}
    {{- return(dialect.get('members') or dialect.envelope.get('members', {}).keys() | list) -}}
{%- endmacro -%}


{#- Formats that the project knows but does not decode: name → members that none of its dialects has. -#}
{%- macro formats_not_covered() -%}
    {{- return({
        'Huawei DataArts': ['isHeartbeat', 'dataSourceName', 'serverId'],
    }) -}}
{%- endmacro -%}


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
    {%- for other in known | rejectattr('is_internal') if other.name != dialect.name and other.envelope.format == dialect.envelope.format -%}
        {%- for name in changefeed.member_names(other) if name not in own -%}
            {%- do owners.update({name: owners.get(name, []) + [other.name]}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(owners) -}}
{%- endmacro -%}


{#- The fault of a message that is not of its feed's dialect, over the parsed envelope and `names`. -#}
{%- macro wrong_dialect_fault(dialect, known) -%}
    {%- set owners = changefeed.foreign_members(dialect, known) -%}
    {%- set wrong = [] -%}
    {%- set has = [] -%}
    {%- set says = [] -%}
    {%- for sign in dialect.signature.has -%}
        {%- set names = [sign] if sign is string else sign -%}
        {%- do has.append(names | join(' or ')) -%}
        {%- if dialect.envelope.format == 'json_map' -%}
            {%- do wrong.append('not arrays_overlap(names, ' ~ changefeed._names(names) ~ ')') -%}
        {%- else -%}
            {#- One by one: a struct and a text are no list. -#}
            {%- do wrong.append('(' ~ dialect.envelope.name ~ '.`' ~ names | join('` is null and ' ~ dialect.envelope.name ~ '.`') ~ '` is null)') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set named = {} -%}
    {%- for name, whose in owners.items() -%}
        {#- One is enough to know where to look, and views have a length that they must not pass. -#}
        {%- do named.setdefault(whose[0] ~ (' and others' if whose | length > 1), []).append(name) -%}
    {%- endfor -%}
    {%- for whose, names in named.items() -%}
        {%- do says.append(names | join(',') ~ ':' ~ whose) -%}
    {%- endfor -%}
    {%- if owners -%}
        {%- do wrong.append('arrays_overlap(names, ' ~ changefeed._names(owners) ~ ')') -%}
    {%- endif -%}
    {{- return({
        'wrong_dialect': {
            'when': wrong | join(' or ') or 'false',
            'detail': "concat_ws(' ', 'A message of " ~ dialect.name ~ (' has ' ~ has | join(', ') if has) ~ ".', "
                ~ ("slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('" ~ says | join('|') ~ "', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), " if owners else '')
                ~ "'Check the dialect of this feed in seeds/changefeed_feeds.csv.')",
        },
    }) -}}
{%- endmacro -%}


{#- Names of members as an array, which Spark makes once; the short spelling of a long list. -#}
{%- macro _names(names) -%}
split('{{ names | join(',') }}', ',')
{%- endmacro -%}


{#- Whether the names of a message's JSON object (`names`) are those of a dialect: a boolean SQL expression. -#}
{%- macro looks_like(dialect, known) -%}
    {%- set owners = changefeed.foreign_members(dialect, known) -%}
    {%- set signs = [] -%}
    {%- for names in changefeed._signs(dialect) -%}
        {%- do signs.append('arrays_overlap(names, ' ~ changefeed._names(names) ~ ')') -%}
    {%- endfor -%}
    {%- if owners -%}
        {%- do signs.append('not arrays_overlap(names, ' ~ changefeed._names(owners) ~ ')') -%}
    {%- endif -%}
    {{- return(signs | join(' and ') or 'names is not null') -}}
{%- endmacro -%}


{#- The dialects whose messages can have the same names as those of a dialect, so that their shape does not tell them apart. -#}
{%- macro look_alikes(dialect, known) -%}
    {%- set found = [] -%}
    {%- for other in known | rejectattr('is_internal') if other.name != dialect.name and other.envelope.format == dialect.envelope.format != 'avro' -%}
        {%- if changefeed._can_show(dialect, other) and changefeed._can_show(other, dialect) and not (dialect.signature.says and other.signature.says) -%}
            {%- do found.append(other.name) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- Whether messages of a dialect can have all signs of another. -#}
{%- macro _can_show(dialect, other) -%}
    {%- set own = changefeed.member_names(dialect) -%}
    {%- set lacking = [] -%}
    {%- for names in changefeed._signs(other) if names | select('in', own) | list == [] -%}
        {%- do lacking.append(names) -%}
    {%- endfor -%}
    {{- return(lacking == [] or dialect.envelope.format == 'json_map') -}}
{%- endmacro -%}


{#- The members that a message of a dialect must have, and those that it usually has: a list of lists, of each of which it has one. -#}
{%- macro _signs(dialect) -%}
    {%- set found = [] -%}
    {%- for sign in dialect.signature.has + dialect.signature.usually_has | default([]) -%}
        {%- do found.append([sign] if sign is string else sign) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
