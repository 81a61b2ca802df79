{#-
Leaves a seed alone whose rows did not change. A seed with the same columns gets its new rows in one commit. dbt-spark
drops the table first, and a query before it is filled again finds no table. This macro is only for tables of the
project's format whose columns are all text, as in this project. A project's own seeds are left to dbt-spark.
-#}
{%- macro spark__reset_csv_table(model, full_refresh, old_relation, agate_table) -%}
    {%- if not changefeed.is_of_changefeed(model) -%}
        {{- return(dbt.spark__reset_csv_table(model, full_refresh, old_relation, agate_table)) -}}
    {%- endif -%}
    {%- set columns = adapter.get_columns_in_relation(old_relation) -%}
    {%- set types = model.config.get('column_types', {}) -%}
    {%- set names = columns | selectattr('dtype', 'equalto', 'string') | map(attribute='name') | list -%}
    {%- set texts = agate_table.column_names | select('in', types) | list -%}
    {%- if full_refresh or not changefeed.is_of_format(old_relation) or names | length < columns | length or names != agate_table.column_names | list
        or types.values() | unique | list != ['string'] or texts | length < names | length -%}
        {{- return(dbt.spark__reset_csv_table(model, full_refresh, old_relation, agate_table)) -}}
    {%- endif -%}
    {%- set sent = [] -%}
    {%- for row in agate_table.rows -%}
        {%- set fields = {} -%}
        {%- for name in names if row[name] is not none -%}
            {%- do fields.update({name: changefeed.text_of_cell(model, row, name)}) -%}
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
