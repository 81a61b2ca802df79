{#-
The one spelling of a Spark type by which types are compared: without blanks, by one of its names, a decimal with both
numbers.
-#}
{%- macro spark_type_name(data_type) -%}
    {%- set name = data_type | lower | replace(' ', '') -%}
    {%- set parts = modules.re.fullmatch('([a-z_]+)(?:[(]([0-9,]*)[)])?', name) -%}
    {%- if not parts -%}{{ return(name) }}{%- endif -%}
    {%- set base = {
        'byte': 'tinyint', 'short': 'smallint', 'integer': 'int', 'long': 'bigint', 'real': 'float', 'dec': 'decimal', 'numeric': 'decimal',
        'timestamp_ltz': 'timestamp',
    }.get(parts.group(1), parts.group(1)) -%}
    {%- if base != 'decimal' -%}{{ return(base if not parts.group(2) else name) }}{%- endif -%}
    {%- set digits = (parts.group(2) or '10').split(',') -%}
    {{- return('decimal(' ~ digits[0] ~ ',' ~ (digits[1] if digits | length > 1 else '0') ~ ')') -}}
{%- endmacro -%}
