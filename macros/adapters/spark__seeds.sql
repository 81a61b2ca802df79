{#-
A seed whose rows did not change is left alone, and one whose columns are the same gets its rows in one commit: dbt-spark drops the table first,
and who reads it before it is filled again finds none. Only for Delta tables whose columns are all text, as in this project.
-#}
{%- macro spark__reset_csv_table(model, full_refresh, old_relation, agate_table) -%}
    {%- set columns = adapter.get_columns_in_relation(old_relation) -%}
    {%- set types = model.config.get('column_types', {}) -%}
    {%- set names = columns | selectattr('dtype', 'equalto', 'string') | map(attribute='name') | list -%}
    {%- set texts = agate_table.column_names | select('in', types) | list -%}
    {%- if full_refresh or not old_relation.is_delta or names | length < columns | length or names != agate_table.column_names | list
        or types.values() | unique | list != ['string'] or texts | length < names | length -%}
        {{- return(dbt.spark__reset_csv_table(model, full_refresh, old_relation, agate_table)) -}}
    {%- endif -%}
    {%- set sent = [] -%}
    {%- for row in agate_table.rows -%}
        {%- set fields = {} -%}
        {%- for name in names if row[name] is not none -%}
            {%- do fields.update({name: changefeed._text_of_cell(model, row, name)}) -%}
        {%- endfor -%}
        {%- do sent.append(tojson(fields, sort_keys=true)) -%}
    {%- endfor -%}
    {%- set stands = [] -%}
    {%- for row in fromjson(run_query("select to_json(collect_list(to_json(struct(*)))) as `rows` from " ~ old_relation).rows[0][0]) -%}
        {%- do stands.append(tojson(fromjson(row), sort_keys=true)) -%}
    {%- endfor -%}
    {%- do store_result('seed_stands', response='same' if sent | sort == stands | sort else 'other') -%}
    {%- if not sent and stands -%}
        {%- do adapter.add_query('delete from ' ~ old_relation) -%}
    {%- endif -%}
    {{- return('') -}}
{%- endmacro -%}


{#- Seeds with empty cells as NULL: dbt-spark 1.11 writes them as the text None in a session. -#}
{%- macro spark__load_csv_rows(model, agate_table) -%}
    {%- set types = model.config.get('column_types', {}) -%}
    {%- set stands = (load_result('seed_stands') or {}).get('response') -%}
    {%- set sql -%}
        insert {{ 'overwrite' if stands else 'into' }} {{ this }} values
        {%- for row in agate_table.rows %}
        (
            {%- for name in agate_table.column_names -%}
                cast({{ 'null' if row[name] is none else changefeed.sql_string(changefeed._text_of_cell(model, row, name)) }} as {{ types.get(name, adapter.convert_type(agate_table, loop.index0)) }}){{ ', ' if not loop.last }}
            {%- endfor -%}
        ){{ ',' if not loop.last }}
        {%- endfor %}
    {%- endset -%}
    {%- if agate_table.rows | length > 0 and stands != 'same' -%}
        {%- do adapter.add_query(sql, abridge_sql_log=True) -%}
    {%- endif -%}
    {{- return(sql) -}}
{%- endmacro -%}


{#- What is written for a cell: in changefeed's own seeds what it stands for, in a project's others the cell. -#}
{%- macro _text_of_cell(model, row, name) -%}
    {%- set is_own = model.name in ['changefeed_feeds', 'changefeed_table_keys', 'changefeed_table_columns'] -%}
    {{- return(changefeed.seed_cell(row[name], name) if is_own else row[name]) -}}
{%- endmacro -%}
