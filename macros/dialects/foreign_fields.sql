{#- How a message is known to be of a relative of its dialect: fields that only the relative has, each with whose it is. -#}
{%- macro foreign_fields(envelope, owners) -%}
{%- set present = [] -%}
{%- for field in owners -%}
    {%- do present.append(envelope ~ '.' ~ field) -%}
{%- endfor -%}
{%- set in_words -%}
    case {% for field, owner in owners.items() %} when {{ envelope }}.{{ field }} is not null then ' {{ field }} is a field of {{ owner }}.'{% endfor %} end
{%- endset -%}
    {{- return({'found': 'coalesce(' ~ present | join(', ') ~ ') is not null', 'in_words': in_words}) -}}
{%- endmacro -%}
