{#-
The types of a record's columns, by place. A type whose number is not known is the number. MySQL has one number for
texts and bytes: the value tells them apart, the later one where both images have a value.
-#}
{%- macro dts_record_column_types(message) -%}
{%- set types = changefeed.dts_record_types() -%}
{%- set source = message ~ '.source.sourceType' -%}
{%- set value = 'coalesce(' ~ message ~ '.afterImages.member1[i], ' ~ message ~ '.beforeImages.member1[i])' -%}
case
    when {{ source }} = 'MySQL' or {{ source }} = 'DRDS' then transform({{ message }}.fields.member1, (f, i) -> coalesce(
        case
            when {{ value }}.member1 is not null then {{ changefeed._type_name(types.texts, 'f.dataTypeNumber') }}
            when {{ value }}.member9 is not null then {{ changefeed._type_name(types.bytes, 'f.dataTypeNumber') }}
        end,
        {{ changefeed._type_name(types.mysql, 'f.dataTypeNumber') }},
        cast(f.dataTypeNumber as string)
    ))
    when {{ source }} = 'Oracle' then transform({{ message }}.fields.member1, f -> coalesce({{ changefeed._type_name(types.oracle, 'f.dataTypeNumber') }}, cast(f.dataTypeNumber as string)))
    when {{ source }} in ('PostgreSQL', 'PPAS')
        then transform({{ message }}.fields.member1, f -> coalesce({{ changefeed._type_name(types.postgresql, 'f.dataTypeNumber') }}, cast(f.dataTypeNumber as string)))
    else transform({{ message }}.fields.member1, f -> cast(f.dataTypeNumber as string))
end
{%- endmacro -%}


{#-
The name of a type by its number. Where numbers are dense, the name is found by its place in a list, which is fast.
-#}
{%- macro _type_name(types, number) -%}
{%- set least, most = types | min, types | max -%}
{%- if most - least < 10 * types | length -%}
    {%- set names = [] -%}
    {%- for each in range(least, most + 1) -%}
        {%- do names.append(types.get(each, '')) -%}
    {%- endfor -%}
nullif(get(split('{{ names | join(',') }}', ','), {{ number }}{{ ' - ' ~ least if least }}), '')
{%- else -%}
map({% for each, name in types.items() %}{{ each }}, '{{ name }}'{{ ', ' if not loop.last }}{% endfor %})[{{ number }}]
{%- endif -%}
{%- endmacro -%}
