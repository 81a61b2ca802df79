{#- The columns of feeds.csv whose values come from a closed list; empty means the dialect's default. dbt reads the word null as empty. -#}
{%- macro feed_options() -%}
    {{- return({
        'avro_framing': ['bare', 'confluent', 'single_object'],
        'null_means': ['as_null', 'unchanged'],
        'absent_means': ['as_null', 'unchanged'],
        'decimal_mode': ['precise', 'double', 'string'],
        'binary_mode': ['bytes', 'base64', 'base64_url_safe', 'hex'],
        'time_mode': [
            'adaptive', 'adaptive_time_microseconds', 'connect', 'isostring', 'microseconds', 'nanoseconds',
        ],
        'lob_mode': ['complete', 'null_when_unchanged'],
    }) -}}
{%- endmacro -%}
