{%- macro reads_tombstone(dialects) -%}
{%- set conditions = [] -%}
{%- for dialect in dialects if dialect.reads_tombstones -%}
    {%- do conditions.append("dialect = '" ~ dialect.name ~ "'" ~ (' and ' ~ dialect.reads_tombstones if dialect.reads_tombstones is string)) -%}
{%- endfor -%}
{{ '(' ~ conditions | join(' or ') ~ ')' if conditions else 'false' }}
{%- endmacro -%}
