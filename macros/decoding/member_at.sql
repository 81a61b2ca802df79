{#- The member at a path, in SQL: envelope.`a`.`b`. -#}
{%- macro member_at(envelope, path) -%}
{{ envelope }}.`{{ path | join('`.`') }}`
{%- endmacro -%}
