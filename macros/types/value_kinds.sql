{#-
What a value of a source type can be, and the Spark types that a typed table may give it, the default first. Every pair that is not here is refused: a cast that
nobody thought of may give another value. `decimal` stands for every decimal(p,s), `array` for every array. An exact conversion, or NULL with the text kept, is what each pair means.
-#}
{%- macro value_kinds() -%}
    {%- set numbers = ['tinyint', 'smallint', 'int', 'bigint', 'decimal', 'double', 'float', 'string'] -%}
    {{- return({
        'integer': ['bigint'] + numbers + ['boolean'],
        'decimal': ['decimal'] + numbers,
        'float32': ['float', 'double', 'decimal', 'string'],
        'float64': ['double', 'decimal', 'string'],
        'bits': ['decimal', 'tinyint', 'smallint', 'int', 'bigint', 'boolean', 'string'],
        'boolean': ['boolean', 'tinyint', 'smallint', 'int', 'bigint', 'decimal', 'string'],
        'year': ['int', 'smallint', 'bigint', 'decimal', 'string'],
        'date': ['date', 'timestamp_ntz', 'string'],
        'wall_time': ['timestamp_ntz', 'timestamp', 'date', 'string'],
        'instant': ['timestamp', 'timestamp_ntz', 'string'],
        'time': ['bigint', 'string'],
        'interval': ['string'],
        'enum': ['string'],
        'set': ['string', 'array'],
        'text': ['string'],
        'json': ['string', 'variant'],
        'binary': ['binary', 'string'],
        'geometry': ['binary', 'string'],
    }) -}}
{%- endmacro -%}


{#- A Spark type as it is compared: without blanks, by one of its names, a decimal with both numbers. -#}
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


{#- The entry of value_kinds() that a Spark type is one of. -#}
{%- macro spark_type_base(data_type) -%}
    {{- return(modules.re.split('[(<]', changefeed.spark_type_name(data_type))[0]) -}}
{%- endmacro -%}
