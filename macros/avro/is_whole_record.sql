{#- Whether from_avro_with_end() read one whole record. -#}
{%- macro is_whole_record(read, end, version) -%}
{%- if version.may_append is defined -%}
({{ read }}.end = left({{ end }}, 32) or ({{ read }}.end = substring({{ end }}, 2) and {{ read }}.appended = 1))
{%- else -%}
{{ read }}.end = left({{ end }}, 32)
{%- endif -%}
{%- endmacro -%}
