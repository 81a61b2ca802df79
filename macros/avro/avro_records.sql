{#-
The CTEs that decode Avro records, ending in avro_records: a column for each envelope, NULL where the bytes are no whole record of it.

from_avro() ignores what follows a record, and a record of another schema, or one cut off, can decode to something. So the record is read as the
first field of another one, whose last field is `end`: the first 32 bytes of avro_end, which is put behind the payload and made of its digest. They are
there only if the record ended where its bytes end. Where a newer writer appends a number, it is read too: avro_end begins with a byte that is the
number 1, so that without an appended number that byte is read for it, and `end` is what follows. `tries` is what avro_tries() returns.
-#}
{%- macro avro_records(messages, tries) -%}
{%- set columns = [] -%}
avro_reads as (

    select
        *
        {%- for envelope in tries.values() %}
        {%- for version in envelope.versions %}
        {%- set column = envelope.name ~ '_' ~ loop.index %}
        {%- do columns.append(column) %},
        if(
            avro_payload is not null and dialect in ('{{ envelope.readers | join("', '") }}'){{ ' and ' ~ version.when if version.when is defined }},
            from_avro(concat(avro_payload, avro_end), {{ changefeed.sql_string(changefeed._with_end(version)) }}, map('mode', 'PERMISSIVE')),
            null
        ) as {{ column }}
        {%- endfor %}
        {%- endfor %}
    from {{ messages }}

),

avro_records as (

    select
        * {{- ' except (' ~ columns | join(', ') ~ ')' if columns }}
        {%- for envelope in tries.values() %},
        {%- if envelope.versions %}
        case
            {%- for version in envelope.versions %}
            {%- set column = envelope.name ~ '_' ~ loop.index %}
            when {{ changefeed.is_whole_record(column, 'avro_end', version) }}
                then {{ (version.shape(version.schema, column ~ '.message') if version.shape is defined else column ~ '.message') | indent(16) }}
            {%- endfor %}
        end as {{ envelope.name }}
        {%- else %}
        cast(null as {{ envelope.type }}) as {{ envelope.name }}
        {%- endif %}
        {%- endfor %}
    from avro_reads

),
{%- endmacro -%}


{#- Whether what was read with _with_end() is one whole record, with avro_end() behind it. -#}
{%- macro is_whole_record(read, end, version) -%}
{%- if version.may_append is defined -%}
({{ read }}.end = left({{ end }}, 32) or ({{ read }}.end = substring({{ end }}, 2) and {{ read }}.appended = 1))
{%- else -%}
{{ read }}.end = left({{ end }}, 32)
{%- endif -%}
{%- endmacro -%}


{#- What avro_records() puts behind the bytes of a record: the number 1, and their digest. -#}
{%- macro avro_end(payload) -%}
concat(x'02', unhex(sha2({{ payload }}, 256)))
{%- endmacro -%}


{#- The schema of a record with what comes behind it. -#}
{%- macro _with_end(version) -%}
    {{- return('{"type":"record","name":"Whole","fields":[{"name":"message","type":' ~ version.schema ~ '},'
        ~ ('{"name":"appended","type":"' ~ version.may_append ~ '"},' if version.may_append is defined else '')
        ~ '{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}') -}}
{%- endmacro -%}
