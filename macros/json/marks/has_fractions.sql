{#-
Whether a JSON text may have a number that Spark does not read exactly. False is certain. The text is split at a plain
character, which Java does without a regular expression. Few pieces begin as a number goes on, and a number in quotes
ends with a quote. This takes a tenth of the time of a search for the pattern.
-#}
{%- macro has_fractions(json) -%}
(
    exists(split({{ json }}, '\\.'), rest -> rest < ':' and rest rlike r'^[0-9]++(?:[eE][-+]?+[0-9]++)?+[ \t\r\n,}\]]')
    or exists(split({{ json }}, 'e'), rest -> rest < ':' and rest >= '+' and rest rlike r'^[-+]?+[0-9]++[ \t\r\n,}\]]')
    or exists(split({{ json }}, 'E'), rest -> rest < ':' and rest >= '+' and rest rlike r'^[-+]?+[0-9]++[ \t\r\n,}\]]')
    or exists(split({{ json }}, '-'), rest -> startswith(rest, '0') and rest rlike r'^0[ \t\r\n,}\]]')
)
{%- endmacro -%}
