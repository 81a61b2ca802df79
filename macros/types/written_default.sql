{#-
A default that is spelled as a database prints it (plain_default()), written as a dialect does. `written` is SQL over
the name `plain`. What is no value stays as it is: a zero date, an expression behind U+FDD0, and what is not spelled so
that it can be written.
-#}
{%- macro written_default(plain, written) -%}
{{ plain if written == 'plain' else "transform(array(" ~ plain ~ "), plain -> if(rlike(plain, '^(?:\\uFDD0|0000-)'), plain, coalesce(" ~ written ~ ', plain)))[0]' }}
{%- endmacro -%}
