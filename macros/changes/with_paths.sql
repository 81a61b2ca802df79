{#-
A whole row, from a row in which members of documents were set one by one. A name with U+0000 in it is a path (address,
U+0000, city). Its text is the JSON text of that member, or NULL where the member was removed. A part of a path may be a
place in an array. No database allows U+0000 in a name. Paths have at most four names.
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


{#-
The JSON text of an object, or of an array, after members below it were set or removed. `paths` are the paths whose
first names, `level` of them, lead to it. In an array, a name is a place, and a removed item becomes null. MongoDB makes
an array longer by at most 1,500,000 places: a larger number is a name. The text of a view is limited (Derby), so the
SQL has each part once.
-#}
{%- macro _with_members_set(json, paths, level) -%}
{%- set s, name, here = 's' ~ level, 'n' ~ level, 'p.names[' ~ level ~ ']' -%}
{%- set standing -%}
coalesce(
    get(filter({{ s }}.paths, p -> size(p.names) = {{ level + 1 }} and {{ here }} = {{ name }}), 0),
    struct(cast(null as array<string>) as names, get({{ s }}.parts, if({{ s }}.is_list, try_cast({{ name }} as int), cast(array_position({{ s }}.parts.name, {{ name }}) as int) - 1)).json as json)
).json
{%- endset -%}
get(
    transform(
        transform(
            transform(array(struct({{ paths }} as paths, {{ json }} as json)), g -> struct(
                g.paths,
                if(startswith(g.json, '[') or startswith(g.json, '{'), {{ changefeed.json_parts('g.json') | indent(16) }}, array()) as parts,
                coalesce(startswith(g.json, '['), false)
                and forall(g.paths, p -> {{ here }} rlike r'^(0|[1-9][0-9]{0,6})\z' and try_cast({{ here }} as int) <= 1500000) as is_list
            )),
            {{ s }} -> struct({{ s }}.is_list, transform(
                if(
                    {{ s }}.is_list,
                    transform(
                        sequence(0, greatest(size({{ s }}.parts) - 1, array_max(transform({{ s }}.paths, p -> try_cast({{ here }} as int))))),
                        place -> cast(place as string)
                    ),
                    array_distinct(concat({{ s }}.parts.name, transform({{ s }}.paths, p -> {{ here }})))
                ),
                {{ name }} -> struct({{ name }} as name, {% if level < 3 -%}
                    get(
                        transform(
                            array(struct({{ standing }} as json, filter({{ s }}.paths, p -> size(p.names) > {{ level + 1 }} and {{ here }} = {{ name }}) as deeper)),
                            d{{ level }} -> if(size(d{{ level }}.deeper) = 0, d{{ level }}.json, {{ changefeed._with_members_set('d' ~ level ~ '.json', 'd' ~ level ~ '.deeper', level + 1) }})
                        ),
                        0
                    )
                {%- else -%}
                    {{ standing }}
                {%- endif %} as json)
            ) as parts)
        ),
        t -> if(
            t.is_list,
            concat('[', array_join(transform(t.parts, m -> coalesce(m.json, 'null')), ','), ']'),
            concat('{', array_join(transform(filter(t.parts, m -> m.json is not null), m -> concat({{ changefeed.json_text('m.name') }}, ':', m.json)), ','), '}')
        )
    ),
    0
)
{%- endmacro -%}
