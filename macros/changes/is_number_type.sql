{#- Whether a source type, in small letters, is one of numbers. -#}
{%- macro is_number_type(type) -%}
{{ type }} rlike r'^(unsigned )?((tiny|small|medium|big)?int(eger)?[0-9]*|long|decimal|dec|fixed|numeric|number|float[0-9]*|double|real)\b|[.]decimal\b'
{%- endmacro -%}
