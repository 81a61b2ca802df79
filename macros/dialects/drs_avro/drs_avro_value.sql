{#- How the text of a value of a DRS record reads as a value of a source type: where one form is to be expected, for none is documented. -#}
{%- macro drs_avro_value(source_type, text, type, feed) -%}
    {{- changefeed.dts_record_value(
        'Oracle' if feed.source_kind == 'oracle' else 'MySQL', changefeed.drs_avro_type(source_type, feed), source_type, text, type, feed
    ) -}}
{%- endmacro -%}


{#- What the text of a value of a DRS record is; none for a type that cannot be read. -#}
{%- macro drs_avro_type(source_type, feed) -%}
    {%- set known = changefeed.oracle_types() if feed.source_kind == 'oracle' else changefeed.mysql_types() -%}
    {%- set readers = {'number': 'java_number', 'date': 'date', 'wall_time': 'wall_time', 'text': 'text', 'latin1_bytes': 'base64_bytes'} -%}
    {%- set types = {} -%}
    {%- for name, each in known.items() if each.reader in readers and name not in ['bit', 'year'] -%}
        {%- do types.update({name: dict(each, reader=readers[each.reader])}) -%}
    {%- endfor -%}
    {{- return(changefeed.dts_record_type(types, source_type)) -}}
{%- endmacro -%}
