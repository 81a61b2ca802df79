{#- An expression: so many minutes from now. -#}
{%- macro minutes_from_now(minutes) -%}
    {{- return('current_timestamp() + interval ' ~ minutes | int ~ ' minutes') -}}
{%- endmacro -%}
