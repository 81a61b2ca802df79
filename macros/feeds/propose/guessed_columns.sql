{#-
The columns of a feed's line, as far as the messages of its topics show them: {source_kind, time_zone, options (each ''
where the messages do not show it), comments (the reasons of a guess, and questions that only people can answer)}.
-#}
{%- macro guessed_columns(dialect, topics, name) -%}
    {%- set said = changefeed._said_together(topics) -%}
    {%- set kinds = changefeed._fitting_kinds(dialect, said) -%}
    {%- set source_kind = kinds.fitting[0] if kinds.fitting | length == 1 else '' -%}
    {%- set comments = [] -%}
    {%- if kinds.fitting | length > 1 -%}
        {%- do comments.append('source_kind? ' ~ kinds.fitting | join(' or ') ~ ': messages do not tell') -%}
    {%- elif kinds.told -%}
        {%- do comments.append('source_kind: ' ~ kinds.told) -%}
    {%- endif -%}
    {%- set zone = changefeed._guessed_zone(dialect, said, kinds.fitting | first) -%}
    {%- if zone.comment -%}{%- do comments.append(zone.comment) -%}{%- endif -%}
    {%- if said.left_out -%}
        {%- do comments.append('keys: the Kafka key has ' ~ changefeed.printable(said.left_out | join(', ')) ~ ', which rows lack: left out. Where rows of several tables (shards) become one table, write into its options key_with='
            ~ changefeed.printable(said.left_out | join('|')) ~ (' (else key_without=…, for deletes that have the key alone)' if 'deletes' in dialect.options else '')) -%}
    {%- endif -%}
    {%- do comments.extend(changefeed._asked_keys(said, name, kinds.fitting)) -%}
    {%- do comments.extend(changefeed._asked_masks(said, name)) -%}
    {%- set asked = changefeed._asked_options(dialect) if not said.types and topics | selectattr('said.has_rows') | list else [] -%}
    {%- if asked -%}{%- do comments.append('options? Messages have no schema: say how values are written, else typed tables ask: ' ~ asked | join(', ')) -%}{%- endif -%}
    {%- set framed = 'framing' in dialect.get('options', {}) and topics | sum(attribute='framed') * 2 > topics | sum(attribute='messages') -%}
    {%- if framed -%}{%- do comments.append('framing: the five bytes of a schema registry stand before the JSON') -%}{%- endif -%}
    {%- set options = ['framing=confluent'] if framed else [] -%}
    {%- for name in ['unavailable', 'fields_prefix', 'headers_prefix'] -%}
        {%- set shown = [] -%}
        {%- for option in said.options | unique if option.startswith(name ~ '=') -%}{%- do shown.append(option) -%}{%- endfor -%}
        {%- if shown -%}
            {%- do comments.append(name ~ ': ' ~ changefeed.printable(shown | join(', ')) ~ (', as messages show' if shown | length == 1 else ': messages show several; write one into its options')) -%}
        {%- endif -%}
        {%- if shown | length == 1 -%}{%- do options.append(shown[0]) -%}{%- endif -%}
    {%- endfor -%}
    {{- return({'source_kind': source_kind, 'time_zone': zone.zone, 'comments': comments, 'options': options | join(' ')}) -}}
{%- endmacro -%}


{%- macro _said_together(topics) -%}
    {%- set found = {'kinds': [], 'types': [], 'keyless': [], 'left_out': [], 'options': [], 'columns': [], 'places': {}, 'times': {}} -%}
    {%- for topic in topics -%}
        {%- for name in ['kinds', 'types', 'keyless', 'left_out', 'options', 'columns'] -%}{%- do found[name].extend(topic.said.get(name, [])) -%}{%- endfor -%}
        {%- for kind, places in topic.said.get('places', {}).items() -%}{%- do found.places.setdefault(kind, []).extend(places) -%}{%- endfor -%}
        {%- for type, times in topic.said.get('times', {}).items() -%}
            {%- set together = found.times.setdefault(type, {'example': times.example, 'offsets': {}}) -%}
            {{- changefeed._count_offsets(together.offsets, times.offsets) -}}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(dict(found, types=found.types | unique | sort, keyless=found.keyless | unique | sort, left_out=found.left_out | unique | sort)) -}}
{%- endmacro -%}


{%- macro _count_offsets(counted, offsets) -%}
    {%- for minutes, changes in offsets.items() -%}{%- do counted.update({minutes: counted.get(minutes, 0) + changes}) -%}{%- endfor -%}
{%- endmacro -%}


{#-
The kinds of source that fit the messages: the kind that the messages name, or else the kinds that know the most of the
types in the messages. {fitting (a list), told (how this is known)}.
-#}
{%- macro _fitting_kinds(dialect, said) -%}
    {%- set named = dialect.source_kinds | select('in', said.kinds) | list -%}
    {%- if named | length == 1 -%}
        {{- return({'fitting': named, 'told': named[0] ~ ', as messages say'}) -}}
    {%- endif -%}
    {%- set known = {} -%}
    {%- for kind in dialect.source_kinds -%}
        {%- set types = [] -%}
        {%- for type in said.types if changefeed.data_type(type, changefeed.feed_of_dialect(dialect, kind)) -%}{%- do types.append(type) -%}{%- endfor -%}
        {%- do known.setdefault(types | length, []).append(kind) -%}
    {%- endfor -%}
    {%- set fitting = known[known | max] if known else [] -%}
    {{- return({
        'fitting': fitting,
        'told': fitting[0] ~ ', whose types fit: ' ~ changefeed.printable(said.types[:5] | join(', ')) if fitting | length == 1 < dialect.source_kinds | length else '',
    }) -}}
{%- endmacro -%}


{#-
The time zone in which most times without a zone were: {zone ('' where no guess is possible), comment}. Both are empty
where nothing in the messages is read in the feed's zone, but the dialect may read something.
-#}
{%- macro _guessed_zone(dialect, said, kind) -%}
    {%- set of_messages = changefeed.has_times_in_zone(dialect) -%}
    {%- set types = [] -%}
    {%- for type in said.types or changefeed.types_in_zones() if changefeed.is_read_in_zone(dialect, kind, type) -%}{%- do types.append(type) -%}{%- endfor -%}
    {%- if not types and not of_messages -%}
        {{- return({'zone': '', 'comment': 'time_zone: leave it empty, ' ~ dialect.name ~ ' reads no time in it' if not changefeed.reads_in_zone(dialect) else ''}) -}}
    {%- endif -%}
    {%- set examples = [] -%}
    {%- set offsets = {} -%}
    {%- for type in types + [''] if type in said.times -%}
        {%- do examples.insert(0 if said.times[type].offsets else examples | length, said.times[type].example) -%}
        {{- changefeed._count_offsets(offsets, said.times[type].offsets) -}}
    {%- endfor -%}
    {%- set example = examples | select | first -%}
    {%- set such = 'such as ' ~ (changefeed.shown_topic(example.column) ~ ' ' ~ example.value if example else 'those of type ' ~ changefeed.printable(types[0])) if not of_messages -%}
    {%- set ranked = offsets.items() | sort(attribute='1', reverse=true) -%}
    {%- if ranked and ranked[0][1] >= 3 and ranked[0][1] * 3 >= offsets.values() | sum * 2 -%}
        {%- set stands_on = 'the times of ' ~ changefeed.counted(ranked[0][1], 'message') if of_messages else changefeed.counted(ranked[0][1], 'time') ~ ' without one, ' ~ such -%}
        {{- return({
            'zone': changefeed._offset(ranked[0][0]),
            'comment': 'time_zone: a guess from ' ~ stands_on ~ '; where clocks change with the season, write the name of the zone',
        }) -}}
    {%- endif -%}
    {{- return({'zone': '', 'comment': 'time_zone? that of ' ~ ('the times of messages' if of_messages else 'times without one, ' ~ such) ~ ': messages do not tell it; left empty, these are read in UTC'}) -}}
{%- endmacro -%}


{#-
The options that tell typed tables how values are written, and that have no default: each with the setting that it is
named for, or what it means.
-#}
{%- macro _asked_options(dialect) -%}
    {%- set asked = [] -%}
    {%- for name, option in dialect.get('options', {}).items() if option.is_for_types and option.default == 'undeclared' -%}
        {%- do asked.append(name ~ ' (' ~ option.meaning.split(';')[0].split(' of the connector')[0] ~ ')') -%}
    {%- endfor -%}
    {{- return(asked) -}}
{%- endmacro -%}


{#- Minutes from UTC in the form of changefeed_feeds.csv. -#}
{%- macro _offset(minutes) -%}
    {%- set minutes = minutes | int -%}
    {{- return('UTC' if not minutes else '%s%02d:%02d' % ('-' if minutes < 0 else '+', (minutes | abs) // 60, (minutes | abs) % 60)) -}}
{%- endmacro -%}


{#-
Comments with the lines that changefeed_table_keys.csv needs for tables whose messages name no key. Where the kind of
source decides which name is the database, there are lines for each kind that may be declared.
-#}
{%- macro _asked_keys(said, name, kinds) -%}
    {%- set lines_of = {} -%}
    {%- for kind in (kinds if kinds | length == 1 else kinds + ['']) if kind in said.places -%}
        {%- do lines_of.setdefault(said.places[kind] | unique | sort | join('\n'), []).append(kind or 'left empty') -%}
    {%- endfor -%}
    {%- set comments = [] -%}
    {%- for tables, fitting in (lines_of or {said.keyless | join('\n'): []}).items() if tables -%}
        {%- if lines_of | length > 1 -%}{%- do comments.append('  where source_kind is ' ~ fitting | join(' or ') ~ ':') -%}{%- endif -%}
        {%- for table in tables.split('\n')[:10] -%}
            {%- set table = fromjson(table) -%}
            {%- do comments.append('  ' ~ '  ' * (lines_of | length > 1) ~ changefeed.line_of_seed([name, table.source_database, table.source_schema, table.source_table, ''])) -%}
        {%- endfor -%}
        {%- if tables.split('\n') | length > 10 -%}{%- do comments.append('  and so on') -%}{%- endif -%}
    {%- endfor -%}
    {%- if comments -%}
        {%- do comments.insert(0, 'keys? Messages of ' ~ changefeed.counted(said.keyless | length, 'table') ~ ' name none. For seeds/changefeed_table_keys.csv, with the key\'s columns at the end (a|b; nothing where there is no key):') -%}
    {%- endif -%}
    {{- return(comments) -}}
{%- endmacro -%}


{#- Lines for the seed of masks, for columns that are called like personal data. -#}
{%- macro _asked_masks(said, name) -%}
    {%- set lines = [] -%}
    {%- for table in said.columns | unique | sort -%}
        {%- set table = fromjson(table) -%}
        {%- for column in table.names -%}
            {%- set action = changefeed.mask_of_name(column) -%}
            {%- if action -%}
                {%- set place = [name, table.source_database or '', table.source_schema or '', table.source_table or '', column] -%}
                {%- do lines.append('  ' ~ changefeed.line_of_seed(place) ~ ',' ~ ('hash' if column in (table.key_columns or []) else action)) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set lines = lines | unique | list -%}
    {%- if lines -%}
        {{- return(['masks? These columns are called like personal data. For seeds/changefeed_table_masks.csv, before the first run:'] + lines[:20] + (['  and so on'] if lines | length > 20 else [])) -}}
    {%- endif -%}
    {{- return([]) -}}
{%- endmacro -%}
