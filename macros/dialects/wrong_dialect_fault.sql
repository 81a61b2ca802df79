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
            {%- do wrong.append('not arrays_overlap(names, ' ~ changefeed.names_as_array(names) ~ ')') -%}
        {%- else -%}
            {#- Each member is asked for by itself: a struct and a text cannot stand in one list. -#}
            {%- do wrong.append('(' ~ dialect.envelope.name ~ '.`' ~ names | join('` is null and ' ~ dialect.envelope.name ~ '.`') ~ '` is null)') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set named = {} -%}
    {%- for name, whose in owners.items() -%}
        {#- One name is enough to know where to look, and the text of a view must stay short. -#}
        {%- do named.setdefault(whose[0] ~ (' and others' if whose | length > 1), []).append(name) -%}
    {%- endfor -%}
    {%- for whose, names in named.items() -%}
        {%- do says.append(names | join(',') ~ ':' ~ whose) -%}
    {%- endfor -%}
    {%- if owners -%}
        {%- do wrong.append('arrays_overlap(names, ' ~ changefeed.names_as_array(owners) ~ ')') -%}
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
