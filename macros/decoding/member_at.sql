{#- The SQL of the member at a path: envelope.`a`.`b`. -#}
{%- macro member_at(envelope, path) -%}
{{ envelope }}.`{{ path | join('`.`') }}`
{%- endmacro -%}
