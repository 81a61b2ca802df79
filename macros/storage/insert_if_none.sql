{#-
A statement: inserts one row (`values`, column → SQL expression) if no stored row meets a condition on `stored`. Of two such statements at the same moment the format lets only
one commit: a compare and swap.
-#}
{%- macro insert_if_none(relation, which, values) -%}
merge into {{ relation }} as stored
using (select {% for column, value in values.items() %}{{ value }} as {{ column }}{{ ', ' if not loop.last }}{% endfor %}) as new
on {{ which }}
when not matched then insert ({{ values | join(', ') }}) values (new.{{ values | join(', new.') }})
{%- endmacro -%}
