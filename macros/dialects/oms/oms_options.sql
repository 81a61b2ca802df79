{#- What a feed of OMS may choose in its formats with whole rows. -#}
{%- macro oms_options() -%}
    {{- return({
        'order': {
            'values': ['sequence', 'kafka_time'],
            'default': 'sequence',
            'meaning': 'what orders changes of several partitions: OMS\'s own number (a change without it is quarantined), or the time in Kafka',
        },
        'lob_mode': {
            'values': ['null_when_unchanged', 'complete'],
            'default': 'null_when_unchanged',
            'meaning': 'what NULL of a large value (TEXT, BLOB, JSON, …) means before and after a change: perhaps a value that was not sent, or NULL',
        },
    }) -}}
{%- endmacro -%}
