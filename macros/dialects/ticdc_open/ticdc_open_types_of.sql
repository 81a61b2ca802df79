{#-
The source types of an event's columns, name → type, from the number of the type and two flags: 1 (bytes) and 128
(unsigned). A number that is not documented gives NULL.
-#}
{%- macro ticdc_open_types_of(columns) -%}
transform_values({{ columns }}, (name, column) -> concat(
    case column['t']
        {%- for number, type in [
            (1, 'tinyint'), (2, 'smallint'), (3, 'int'), (4, 'float'), (5, 'double'), (6, 'null'), (7, 'timestamp'), (8, 'bigint'), (9, 'mediumint'), (10, 'date'), (11, 'time'), (12, 'datetime'),
            (13, 'year'), (14, 'date'), (16, 'bit'), (225, 'vector'), (245, 'json'), (246, 'decimal'), (247, 'enum'), (248, 'set'),
        ] %}
        when '{{ number }}' then '{{ type }}'
        {%- endfor %}
        else case
            when column['t'] in ('15', '253') then if(try_cast(column['f'] as bigint) & 1 > 0, 'varbinary', 'varchar')
            when column['t'] = '254' then if(try_cast(column['f'] as bigint) & 1 > 0, 'binary', 'char')
            when column['t'] in ('249', '250', '251', '252')
                then concat(case column['t'] when '249' then 'tiny' when '250' then 'medium' when '251' then 'long' else '' end, if(try_cast(column['f'] as bigint) & 1 > 0, 'blob', 'text'))
        end
    end,
    if(column['t'] in ('1', '2', '3', '4', '5', '8', '9', '246') and coalesce(try_cast(column['f'] as bigint) & 128 > 0, false), ' unsigned', '')
))
{%- endmacro -%}
