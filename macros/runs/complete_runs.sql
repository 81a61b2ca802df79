{#- A statement: gives the table `runs` of an earlier version the columns that it lacks; '' if it has them. -#}
{%- macro complete_runs(runs, present) -%}
    {%- set missing = [] -%}
    {%- for name, type in [('host', 'string'), ('process', 'bigint'), ('good_until', 'timestamp')] if name not in present -%}
        {%- do missing.append(name ~ ' ' ~ type) -%}
    {%- endfor -%}
    {{- return('alter table ' ~ runs ~ ' add columns (' ~ missing | join(', ') ~ ')' if missing else '') -}}
{%- endmacro -%}
