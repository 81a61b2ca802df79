{#- A post-hook: drops the tables that own_table() named. Renders to nothing. -#}
{%- macro drop_own_tables(names) -%}
    {%- for name in names if load_relation(changefeed.own_table(name)) is not none -%}
        {%- do run_query(changefeed.drop_with_files(changefeed.own_table(name))) -%}
    {%- endfor -%}
{%- endmacro -%}
