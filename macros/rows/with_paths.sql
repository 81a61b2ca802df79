{#-
A whole row, from a row in which members of documents were set one by one. A name with U+0000 in it is a path (address,
U+0000, city). Its text is the JSON text of that member, or NULL where the member was removed. A part of a path may be a
place in an array. A path that ends in U+FDD0 says how many members its array was cut to. No database allows U+0000 in a
name. Shorter paths come first: what lies deeper was set later, for a path goes away where a shorter one is laid over it
(overlay_with_paths()).
-#}
{%- macro with_paths(row) -%}
if(
    exists(map_keys({{ row }}), name -> contains(name, '\u0000')),
    get(
        transform(
            array(struct(
                map_filter({{ row }}, (name, text) -> not contains(name, '\u0000')) as whole,
                array_sort(transform(
                    filter(map_entries({{ row }}), field -> contains(field.key, '\u0000')),
                    field -> struct(
                        size(split(field.key, r'\x00')) as depth,
                        not endswith(field.key, '\uFDD0') as is_set,
                        split(field.key, r'\x00') as names,
                        field.value as json
                    )
                )) as paths
            )),
            parts -> map_concat(
                map_filter(parts.whole, (name, text) -> not exists(parts.paths, path -> path.names[0] = name)),
                map_from_entries(transform(
                    array_distinct(transform(parts.paths, path -> path.names[0])),
                    name0 -> struct(name0, aggregate(
                        filter(parts.paths, path -> path.names[0] = name0),
                        parts.whole[name0],
                        (json, path) -> {{ changefeed._with_member_set('json', 'path') | indent(24) }}
                    ))
                ))
            )
        ),
        0
    ),
    {{ row }}
)
{%- endmacro -%}


{#-
The JSON text of an object, or of an array, after a member below it was set, removed or cut. It is taken apart name by
name, and put together again from the inside: so the SQL is as long for any depth. In an array, a name is a place, and a
removed item becomes null. MongoDB makes an array longer by at most 1,500,000 places: a larger number is a name.
-#}
{%- macro _with_member_set(json, path) -%}
{%- set level = 'struct<name:string,text:string,is_list:boolean,parts:array<struct<name:string,json:string>>>' -%}
aggregate(
    reverse(aggregate(
        slice({{ path }}.names, 2, {{ path }}.depth),
        struct({{ json }} as json, cast(array() as array<{{ level }}>) as levels),
        (at, name) -> get(
            transform(
                array(struct(
                    name,
                    at.json as text,
                    coalesce(startswith(at.json, '[') and (name = '\uFDD0' or name rlike r'^(0|[1-9][0-9]{0,6})\z' and try_cast(name as int) <= 1500000), false) as is_list,
                    if(startswith(at.json, '[') or startswith(at.json, '{'), {{ changefeed.json_parts('at.json') | indent(20) }}, array()) as parts
                )),
                here -> struct(
                    get(here.parts, if(here.is_list, coalesce(try_cast(name as int), -1), cast(array_position(here.parts.name, name) as int) - 1)).json as json,
                    array_append(at.levels, here) as levels
                )
            ),
            0
        )
    ).levels),
    {{ path }}.json,
    (json, here) -> case
        when here.name = '\uFDD0' then if(here.is_list, concat('[', array_join(slice(here.parts.json, 1, cast(json as int)), ','), ']'), here.text)
        when here.is_list then concat('[', array_join(transform(
            sequence(0, greatest(size(here.parts) - 1, cast(here.name as int))),
            place -> coalesce(if(place = cast(here.name as int), json, get(here.parts, place).json), 'null')
        ), ','), ']')
        when json is null and here.text is null then null
        else concat('{', array_join(transform(
            filter(
                concat(
                    transform(here.parts, part -> struct(part.name, if(part.name = here.name, json, part.json) as json)),
                    if(array_contains(here.parts.name, here.name), array(), array(struct(here.name, json)))
                ),
                part -> part.json is not null
            ),
            part -> concat({{ changefeed.json_text('part.name') }}, ':', part.json)
        ), ','), '}')
    end
)
{%- endmacro -%}
