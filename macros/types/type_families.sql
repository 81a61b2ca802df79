{#- The lists of types: family → macro that returns its rows. The order is that of docs/types/. -#}
{%- macro type_families() -%}
    {{- return({
        'mysql': changefeed.mysql_types,
        'postgresql': changefeed.postgresql_types,
        'gaussdb': changefeed.gaussdb_types,
        'oracle': changefeed.oracle_types,
        'sqlserver': changefeed.sqlserver_types,
        'db2': changefeed.db2_types,
        'mongodb': changefeed.mongodb_types,
        'dataworks': changefeed.dataworks_types,
        'flink': changefeed.flink_types,
    }) -}}
{%- endmacro -%}


{#-
How the dialect of a feed writes the types of the feed's kind of source: its entry of `types`, by source_kind, or that of ''. An entry has `family` (of type_families()), `readers` (kind → reader, where it is not the kind's
plain one; a dict where an option of the feed decides: {'option': name, value: reader, 'otherwise': reader}), `types` (type → reader, where a type differs from its kind; none: it has no reader), `spark` (type → Spark type, where it is another than the list's), `unsent` (types of which the service sends no values) and what it takes from another entry (`like`).
-#}
{%- macro types_of_feed(feed) -%}
    {%- set entries = feed.dialect.types -%}
    {%- set entry = entries.get(feed.source_kind or '', entries.get('')) -%}
    {%- if entry is none or entry is undefined -%}{{ return(none) }}{%- endif -%}
    {%- set base = entries[entry.like] if entry.like is defined else {} -%}
    {{- return({
        'family': entry.family or base.family,
        'readers': dict(changefeed.plain_readers(), **dict(base.get('readers', {}), **entry.get('readers', {}))),
        'types': dict(base.get('types', {}), **entry.get('types', {})),
        'spark': dict(base.get('spark', {}), **entry.get('spark', {})),
        'unsent': entry.get('unsent', base.get('unsent', [])),
    }) -}}
{%- endmacro -%}


{#- The reader of each kind of value where a service writes what a database prints; none where there is no such text. -#}
{%- macro plain_readers() -%}
    {{- return({
        'integer': 'java_number', 'decimal': 'java_number', 'float32': 'java_number', 'float64': 'java_number', 'bits': 'java_number', 'year': 'java_number',
        'boolean': 'boolean_text', 'date': 'date', 'wall_time': 'wall_time', 'instant': 'instant', 'time': 'clock_time', 'interval': 'text',
        'enum': 'label', 'set': 'labels', 'text': 'text', 'json': 'text', 'binary': none, 'geometry': none,
    }) -}}
{%- endmacro -%}
