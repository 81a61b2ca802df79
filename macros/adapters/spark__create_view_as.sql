{#-
Alters a view that is there. Spark carries out `create or replace view` as a drop and a create, and a query between the
two finds no view. This package's views and typed models keep a fingerprint of what they were made from in a property,
and are left alone while the fingerprint is the same. When it differs, a view with descriptions is replaced: `alter
view` cannot write descriptions. A project's own views are left to dbt-spark.
-#}
{%- macro spark__create_view_as(relation, sql) -%}
    {%- if not changefeed.is_of_changefeed(model) -%}
        {{- return(dbt.spark__create_view_as(relation, sql)) -}}
    {%- endif -%}
    {%- set existing = load_relation(relation) -%}
    {%- set is_there = existing is not none and existing.is_view -%}
    {%- set has_descriptions = config.persist_column_docs() or config.persist_relation_docs() -%}
    {%- set has_contract = config.get('contract').enforced -%}
    {%- set fingerprint = "'changefeed.fingerprint' = '" ~ local_md5(sql ~ changefeed._columns_it_stands_on()) ~ "'" -%}
    {%- if is_there and not should_full_refresh() and fingerprint | replace("'", '') | replace(' ', '') in (existing.information or '') -%}
select 'the view is there' as unchanged
    {%- elif is_there and not has_descriptions -%}
        {{- get_assert_columns_equivalent(sql) if has_contract -}}
        {%- do run_query('alter view ' ~ relation ~ ' as\n' ~ sql) -%}
alter view {{ relation }} set tblproperties ({{ fingerprint }})
    {%- else -%}
        {{- get_assert_columns_equivalent(sql) if has_contract -}}
create or replace view {{ relation }} {{ changefeed._described_columns(sql) if config.persist_column_docs() }}
{{ 'comment ' ~ changefeed.sql_string(model.description) if config.persist_relation_docs() and model.description }}
tblproperties ({{ fingerprint }})
as
{{ sql }}
    {%- endif -%}
{%- endmacro -%}


{#-
The columns of a view, with their descriptions from the yml. The columns are those of the query, by place. For a plain
typed table they are known without a query.
-#}
{%- macro _described_columns(sql) -%}
{%- set is_typed_table = modules.re.fullmatch('[{]{2}-?\\s*changefeed[.]typed_table[(][)]\\s*-?[}]{2}', model.raw_code | trim) -%}
{%- set names = (model.columns | reject('equalto', '_unreadable') | list) + (changefeed.columns_of_row(model) | reject('in', model.columns) | list) + ['_unreadable'] if is_typed_table else get_columns_in_query(sql) -%}
(
    {%- for name in names %}
    {#-
    A metastore accepts 256 characters. For a longer description Spark tries ten times, which takes 20 s, before it
    keeps it elsewhere.
    #}
    {%- set said = (model.columns.get(name) or {}).get('description', '').split() | join(' ') | truncate(250, false, ' …', 0) %}
    {{ changefeed.quoted_name(name) }}{{ ' comment ' ~ changefeed.sql_string(said) if said }}{{ ',' if not loop.last }}
    {%- endfor %}
)
{%- endmacro -%}


{#-
A text that changes when the view, or a model that it reads, gets other columns or descriptions. A view with `select *`
keeps the columns that were there when it was made, so it has to be made again.
-#}
{%- macro _columns_it_stands_on() -%}
    {%- set ids = [model.unique_id] -%}
    {#- The list grows while the loop runs over it. -#}
    {%- for id in ids -%}
        {%- for other in graph.nodes[id].depends_on.nodes if other.startswith('model.') and other not in ids -%}
            {%- do ids.append(other) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set said = [tojson(config.persist_column_docs()), tojson(config.persist_relation_docs())] -%}
    {%- for id in ids | sort -%}
        {%- do said.append(id ~ tojson(graph.nodes[id].columns, sort_keys=true) ~ graph.nodes[id].checksum.checksum ~ graph.nodes[id].description) -%}
    {%- endfor -%}
    {{- return(local_md5(said | join(' '))) -}}
{%- endmacro -%}
