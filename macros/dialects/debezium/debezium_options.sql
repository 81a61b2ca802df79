{#-
The options that tell typed tables how the connector writes values. Each is named for the setting of the connector.
`undeclared` is an error where the setting matters.
-#}
{%- macro debezium_options() -%}
    {{- return(dict(changefeed.framing_option(), **{
        'order': {
            'values': ['source', 'offset'],
            'default': 'source',
            'meaning': 'what orders changes: the place in the source\'s log, or Kafka\'s offset and time. offset if the log was reset, or the connector moved to another server',
        },
        'key_with': {
            'is_optional': true,
            'meaning': 'fields of the Kafka key (name|name) that rows lack and that distinguish shards, such as the one of ByLogicalTableRouter: they become columns of the row and part of its key. For tables of several shards that are one table here',
        },
        'key_without': {
            'is_optional': true,
            'meaning': 'fields of the Kafka key (name|name) that are no columns. Fields that a row lacks are left out without it; it is needed for deletes that have the key alone',
        },
        'unavailable': {
            'is_optional': true,
            'meaning': 'unavailable.value.placeholder of the connector, if it is not the default: it represents a value that was not in the log',
        },
        'decimals': {
            'values': ['undeclared', 'precise', 'string', 'double', 'numeric'],
            'default': 'undeclared',
            'meaning': 'decimal.handling.mode of the connector (precise is its default), or numeric if the converter has decimal.format=NUMERIC; read by typed tables',
            'is_for_types': true,
        },
        'times': {
            'values': ['undeclared', 'adaptive', 'adaptive_time_microseconds', 'connect', 'isostring', 'microseconds', 'nanoseconds', 'structured'],
            'default': 'undeclared',
            'meaning': 'time.precision.mode of the connector (adaptive_time_microseconds is the default for MySQL and MariaDB, adaptive for others); read by typed tables',
            'is_for_types': true,
        },
        'binaries': {
            'values': ['undeclared', 'bytes', 'base64', 'base64-url-safe', 'hex'],
            'default': 'undeclared',
            'meaning': 'binary.handling.mode of the connector (bytes is its default); read by typed tables',
            'is_for_types': true,
        },
        'intervals': {
            'values': ['undeclared', 'numeric', 'string'],
            'default': 'undeclared',
            'meaning': 'interval.handling.mode of the connector (numeric is its default); read by typed tables',
            'is_for_types': true,
        },
        'unsigned_bigints': {
            'values': ['undeclared', 'long', 'precise'],
            'default': 'undeclared',
            'meaning': 'bigint.unsigned.handling.mode of the connector (long is its default, which makes numbers from 2^63 on negative); read by typed tables',
            'is_for_types': true,
        },
    })) -}}
{%- endmacro -%}
