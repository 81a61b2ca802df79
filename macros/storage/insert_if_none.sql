{#-
A statement: inserts one row (`values`, column → SQL expression) if no stored row meets a condition on `stored`. Of two
such statements at the same moment the format lets only one commit: a compare and swap. Iceberg compares only where a
merge may change stored rows, too.
-#}
{%- macro insert_if_none(relation, which, values) -%}
merge into {{ relation }} as stored
using (select {% for column, value in values.items() %}{{ value }} as {{ column }}{{ ', ' if not loop.last }}{% endfor %}) as new
on {{ which }}
{{ changefeed.of_format('compare and swap', {'delta': '', 'iceberg': 'when matched and false then delete'}) }}
when not matched then insert ({{ values | join(', ') }}) values (new.{{ values | join(', new.') }})
{%- endmacro -%}
