{#-
A row in which the members of documents were set one by one, made whole: a name with U+0000 in it is a path (address, U+0000, city), its text the JSON
text of that member or NULL where the member was taken away. No database allows U+0000 in a name. Paths have at most four names.
-#}
{%- macro with_paths(row) -%}
if(
    exists(map_keys({{ row }}), name -> contains(name, '\u0000')),
    get(
        transform(
            array(struct(
                map_filter({{ row }}, (name, text) -> not contains(name, '\u0000')) as whole,
                transform(
                    filter(map_entries({{ row }}), field -> contains(field.key, '\u0000')),
                    field -> struct(split(field.key, r'\x00') as names, field.value as json)
                ) as paths
            )),
            parts -> map_concat(
                map_filter(parts.whole, (name, text) -> not exists(parts.paths, path -> path.names[0] = name)),
                map_from_entries(transform(
                    array_distinct(transform(parts.paths, path -> path.names[0])),
                    name0 -> struct(
                        name0,
                        {{ changefeed._with_members_set('parts.whole[name0]', 'filter(parts.paths, path -> path.names[0] = name0)', 1) | indent(24) }}
                    )
                ))
            )
        ),
        0
    ),
    {{ row }}
)
{%- endmacro -%}


{#- The JSON text of an object after members below it were set: `paths` are those whose first names lead here, `level` names long. -#}
{%- macro _with_members_set(json, paths, level) -%}
{%- set own = 'exists(paths' ~ level ~ ', path -> size(path.names) = ' ~ (level + 1) ~ ' and path.names[' ~ level ~ '] = name' ~ level ~ ')' -%}
{%- set deeper = 'paths' ~ level ~ ', path -> size(path.names) > ' ~ (level + 1) ~ ' and path.names[' ~ level ~ '] = name' ~ level -%}
{%- set value -%}
if({{ own }}, get(filter(paths{{ level }}, path -> size(path.names) = {{ level + 1 }} and path.names[{{ level }}] = name{{ level }}), 0).json, members{{ level }}[name{{ level }}])
{%- endset -%}
get(
    transform(
        array(struct({{ paths }} as paths, coalesce({{ changefeed.json_members(json) }}, cast(map() as map<string,string>)) as members)),
        standing{{ level }} -> concat('{', array_join(
            transform(
                filter(
                    transform(
                        array_distinct(concat(map_keys(standing{{ level }}.members), transform(standing{{ level }}.paths, path -> path.names[{{ level }}]))),
                        name{{ level }} -> struct(
                            name{{ level }} as name,
                            {%- set value = value | replace('paths' ~ level, 'standing' ~ level ~ '.paths') | replace('members' ~ level, 'standing' ~ level ~ '.members') %}
                            {%- set deeper = deeper | replace('paths' ~ level, 'standing' ~ level ~ '.paths') %}
                            {%- if level < 3 %}
                            if(
                                exists({{ deeper }}),
                                {{ changefeed._with_members_set(value, 'filter(' ~ deeper ~ ')', level + 1) }},
                                {{ value }}
                            ) as json
                            {%- else %}
                            {{ value }} as json
                            {%- endif %}
                        )
                    ),
                    member -> member.json is not null
                ),
                member -> concat({{ changefeed.json_text('member.name') }}, ':', member.json)
            ),
            ','
        ), '}')
    ),
    0
)
{%- endmacro -%}


{#- A row as people see it: made whole for those feeds, and as it is for all others. -#}
{%- macro whole_row(row, feeds) -%}
{%- if feeds -%}
if(feed in ({{ changefeed.sql_strings(feeds) }}), {{ changefeed.with_paths(row) }}, {{ row }})
{%- else -%}
{{ row }}
{%- endif -%}
{%- endmacro -%}
