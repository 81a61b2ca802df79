{#-
The full loads that the relation table_reloads lacks (is_valid true), and those of the relation that replace nothing any
more (is_valid false): a full load that came late can show that an earlier one replaced nothing. `known` is
table_reloads, none before its first build.
-#}
{%- macro new_reloads(log, epochs, known, feeds) -%}
{%- set columns = (changefeed.source_table_columns() + ['epoch', 'since']) | join(', ') -%}
{%- if not known -%}
select {{ columns }}, is_valid from (
    {{ changefeed.found_reloads(log, epochs, feeds) | indent(4) }}
)
{%- else -%}
select {{ columns }}, found.is_valid is not null as is_valid
from (
    {{ changefeed.found_reloads(log, epochs, feeds) | indent(4) }}
) as found
full outer join (
    select *, true as is_standing
    from ({{ changefeed.standing_reloads(known) | indent(4) }})
    where feed in ({{ changefeed.sql_strings(feeds) }})
) as standing using ({{ columns }})
where found.is_valid is null or standing.is_standing is null
{%- endif -%}
{%- endmacro -%}
