{#- The columns of feeds.csv whose values come from a closed list; empty means the dialect's default. -#}
{%- macro feed_options() -%}
    {{- return({
        'avro_framing': ['bare', 'confluent', 'single_object'],
        'null_means': ['null', 'unchanged'],
        'absent_means': ['null', 'unchanged'],
        'decimal_mode': ['precise', 'double', 'string'],
        'binary_mode': ['bytes', 'base64', 'base64_url_safe', 'hex'],
        'time_mode': [
            'adaptive', 'adaptive_time_microseconds', 'connect', 'isostring', 'microseconds', 'nanoseconds',
        ],
        'lob_mode': ['complete', 'null_when_unchanged'],
    }) -}}
{%- endmacro -%}
