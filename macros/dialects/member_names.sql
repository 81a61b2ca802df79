{#-
How a message is known to be of a dialect: it has all members of `signature.has` (a list in it: one of these), and none that only
others have. (What it usually has, `usually_has`, and what its values say, `says`, count only where dialects are proposed.) `members` lists the names that a
dialect's messages can have, read or not; a name that nobody knows is no reason to refuse a message.
-#}
{%- macro member_names(dialect) -%}
    {{- return(dialect.get('members') or dialect.envelope.get('members', {}).keys() | list) -}}
{%- endmacro -%}
