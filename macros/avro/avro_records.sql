{#-
The CTE avro_records, which decodes Avro records: a column for each envelope, NULL where the bytes are no whole record
of it.

from_avro() ignores what follows a record, and a record of another schema, or one cut off, can decode to something. So
the record is read as the first field of another one, whose last field is `end`: the first 32 bytes of avro_end, which
is put behind the payload and made of its digest. They are there only if the record ended where its bytes end. Where a
newer writer appends a number, it is read too: avro_end begins with a byte that is the number 1, so that without an
appended number that byte is read for it, and `end` is what follows. `tries` is what avro_tries() returns.

What from_avro() gives is bound to the name `read` by a lambda, and leaves it as the envelope: between two columns Spark
would copy it, a struct of all branches for each value, which costs more than the decoding.
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


{#- The envelope as one version of its schema has it; NULL where the bytes are no whole record of that. -#}
{%- macro _read_avro(version) -%}
{%- set envelope -%}
if({{ changefeed.is_whole_record('read', 'avro_end', version) }}, {{ version.shape(version.schema, 'read.message') }}, null)
{%- endset -%}
{%- set read = changefeed.bound(changefeed.from_avro_with_end('avro_payload', 'avro_end', version), 'read', envelope) -%}
{{ 'if(' ~ version.when ~ ', ' ~ read ~ ', null)' if version.when is defined else read }}
{%- endmacro -%}
