{#-
Whether a JSON text may have such a number: never wrong when it says no. Java splits at one plain character without a
regular expression, few pieces begin as a number goes on, and a number in quotes is followed by its quote: a tenth of
the time that a search for the pattern takes.
-#}
{%- macro has_fractions(json) -%}
(
    exists(split({{ json }}, '\\.'), rest -> rest < ':' and rest rlike r'^[0-9]++(?:[eE][-+]?+[0-9]++)?+[ \t\r\n,}\]]')
    or exists(split({{ json }}, 'e'), rest -> rest < ':' and rest >= '+' and rest rlike r'^[-+]?+[0-9]++[ \t\r\n,}\]]')
    or exists(split({{ json }}, 'E'), rest -> rest < ':' and rest >= '+' and rest rlike r'^[-+]?+[0-9]++[ \t\r\n,}\]]')
    or exists(split({{ json }}, '-'), rest -> startswith(rest, '0') and rest rlike r'^0[ \t\r\n,}\]]')
)
{%- endmacro -%}
