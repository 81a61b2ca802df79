{#-
How a message is known to be of a dialect: it has all members of `signature.has`, and none that only relatives have. (What it
usually has, `usually_has`, counts only where dialects are proposed.) What a dialect's messages can hold is `members` (read) and `other_members` (not read); a name that nobody knows is no reason to refuse a message.
-#}
{%- macro member_names(dialect) -%}
    {{- return(dialect.get('members', {}).keys() | list + dialect.other_members | default([])) -}}
{%- endmacro -%}


{#- Formats that the project knows but does not decode: name → members that none of its dialects has. -#}
{%- macro formats_not_covered() -%}
    {{- return({
        'TiCDC': ['_tidb'],
        'Huawei DataArts': ['isHeartbeat', 'dataSourceName', 'serverId'],
        'Huawei DRS from PostgreSQL, GaussDB, SQL Server or Oracle, in its newer form': ['columnType', 'opType'],
    }) -}}
{%- endmacro -%}


{#- Members by which a message is known to be of another dialect or format: name → whose it is. `known` is dialects(). -#}
{%- macro foreign_members(dialect, known) -%}
    {%- set own = changefeed.member_names(dialect) -%}
    {%- set owners = {} -%}
    {%- for other in known | rejectattr('is_internal') if other.name != dialect.name and other.format == dialect.format -%}
        {%- for name in changefeed.member_names(other) if name not in own -%}
            {%- do owners.update({name: owners.get(name, []) + [other.name]}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- for format, names in changefeed.formats_not_covered().items() -%}
        {%- for name in names if name not in own -%}
            {%- do owners.update({name: owners.get(name, []) + [format]}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(owners) -}}
{%- endmacro -%}


{#- The fault of a message that is not of its feed's dialect: {reason, when, detail} over the parsed envelope and `names`. -#}
{%- macro wrong_dialect_fault(dialect, known) -%}
    {%- set owners = changefeed.foreign_members(dialect, known) -%}
    {%- set foreign = "array_intersect(array('" ~ owners | join("', '") ~ "'), names)" -%}
    {%- set missing = [] -%}
    {%- set says = [] -%}
    {%- for name in dialect.signature.has -%}
        {%- do missing.append(
            "not array_contains(names, '" ~ name ~ "')" if dialect.format == 'json_map' else dialect.envelope ~ '.`' ~ name ~ '` is null'
        ) -%}
    {%- endfor -%}
    {%- for name, whose in owners.items() -%}
        {%- do says.append("when '" ~ name ~ "' then '" ~ name ~ ' is a member of ' ~ whose | join(', ') ~ ".'") -%}
    {%- endfor -%}
    {{- return({
        'reason': 'wrong_dialect',
        'when': (missing + (["arrays_overlap(names, array('" ~ owners | join("', '") ~ "'))"] if owners else [])) | join(' or ') or 'false',
        'detail': "concat_ws(' ', 'A message of " ~ dialect.name ~ ' has ' ~ dialect.signature.has | join(', ') ~ ".', "
            ~ ('case ' ~ foreign ~ '[0] ' ~ says | join(' ') ~ ' end, ' if owners else '')
            ~ "'Check the dialect of this feed in seeds/feeds.csv.')",
    }) -}}
{%- endmacro -%}


{#- Whether the names of a message's JSON object (`names`) are those of a dialect: a boolean SQL expression. -#}
{%- macro looks_like(dialect, known) -%}
    {%- set owners = changefeed.foreign_members(dialect, known) -%}
    {%- set signs = [] -%}
    {%- for name in changefeed._signs(dialect) -%}
        {%- do signs.append("array_contains(names, '" ~ name ~ "')") -%}
    {%- endfor -%}
    {%- if owners -%}
        {%- do signs.append("not arrays_overlap(names, array('" ~ owners | join("', '") ~ "'))") -%}
    {%- endif -%}
    {{- return(signs | join(' and ') or 'names is not null') -}}
{%- endmacro -%}


{#- The dialects whose messages can have the same names as those of a dialect, so that their shape does not tell them apart. -#}
{%- macro look_alikes(dialect, known) -%}
    {%- set found = [] -%}
    {%- set own = changefeed.member_names(dialect) -%}
    {%- for other in known | rejectattr('is_internal') if other.name != dialect.name and other.format == dialect.format -%}
        {%- set theirs = changefeed.member_names(other) -%}
        {%- if changefeed._signs(dialect) | reject('in', theirs) | list == [] and changefeed._signs(other) | reject('in', own) | list == [] -%}
            {%- do found.append(other.name) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{%- macro _signs(dialect) -%}
    {{- return(dialect.signature.has + dialect.signature.usually_has | default([])) -}}
{%- endmacro -%}
