{#-
The names that messages of a dialect can have, read or not: `members`, else the members of the envelope. A message is of
a dialect when it has all members of `signature.has` (of a list in it, one), and none that only other dialects have. A
name that no dialect knows is no reason to refuse a message. `usually_has` and `says` count only where dialects are
proposed.
-#}
{%- macro member_names(dialect) -%}
    {{- return(dialect.get('members') or dialect.envelope.get('members', {}).keys() | list) -}}
{%- endmacro -%}
