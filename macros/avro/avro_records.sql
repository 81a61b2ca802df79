{#-
The CTE avro_records, which decodes Avro records: a column for each envelope. NULL where the bytes are not one whole
record of that envelope.

from_avro() ignores bytes after a record. A record of another schema, or a record that was cut off, can decode to wrong
values. So the record is read as the first field of another record. The last field of that record is `end`: the first 32
bytes of avro_end, which comes after the payload and is made of its digest. They are read there only if the record ended
where its bytes end.

A newer writer may append a number, which is read too. avro_end begins with a byte that is the number 1: without an
appended number, that byte is read for it, and `end` is the rest. `tries` is the dict of avro_tries().

A lambda gives the result of from_avro() the name `read`, and returns the envelope. Between two columns Spark would copy
the result, a struct of all branches for each value. That copy costs more than the decoding.
-#}
{%- macro avro_records(messages, tries) -%}
avro_records as (

    select
        * except (avro_payload, avro_end),
        avro_payload is not null as is_framed
        {%- for envelope in tries.values() %},
        {%- if envelope.versions %}
        case
            when avro_payload is not null and dialect in ('{{ envelope.readers | join("', '") }}') then coalesce(
                {%- for version in envelope.versions %}
                {{ changefeed._read_avro(version) | indent(16) }}{{ ',' if not loop.last }}
                {%- endfor %}
            )
        end as {{ envelope.name }}
        {%- else %}
        cast(null as {{ envelope.type }}) as {{ envelope.name }}
        {%- endif %}
        {%- endfor %}
    from {{ messages }}

),
{%- endmacro -%}


{#-
The envelope, read with one version of its schema. NULL where the bytes are not one whole record of that version.
-#}
{%- macro _read_avro(version) -%}
{%- set envelope -%}
if({{ changefeed.is_whole_record('read', 'avro_end', version) }}, {{ version.shape(version.schema, 'read.message') }}, null)
{%- endset -%}
{%- set read = changefeed.bound(changefeed.from_avro_with_end('avro_payload', 'avro_end', version), 'read', envelope) -%}
{{ 'if(' ~ version.when ~ ', ' ~ read ~ ', null)' if version.when is defined else read }}
{%- endmacro -%}
