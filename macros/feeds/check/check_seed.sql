{#-
A pre-hook of every seed: stops the build at the first wrong line of the seed. The error names file, line and column.
-#}
{%- macro check_seed() -%}
    {%- if execute -%}
        {%- set table = load_agate_table() -%}
        {%- set seen = {} -%}
        {%- set dialects = changefeed.dialects() | rejectattr('is_internal') | list if model.name == 'changefeed_feeds' else [] -%}
        {%- set next = namespace(line=2) -%}
        {%- for row in table.rows -%}
            {%- set line = next.line -%}
            {%- set texts = {} -%}
            {%- for name in table.column_names -%}
                {{- changefeed._check_cell(row[name] or '', line, name) -}}
                {%- do texts.update({name: changefeed.seed_cell(row[name], name)}) -%}
                {%- set next.line = next.line + (row[name] or '').count('\n') -%}
            {%- endfor -%}
            {%- if model.name == 'changefeed_feeds' -%}
                {{- changefeed._check_feed(texts, line, seen, dialects) -}}
            {%- elif model.name == 'changefeed_table_masks' -%}
                {{- changefeed._check_mask(texts, line, seen) -}}
            {%- else -%}
                {{- changefeed._check_declaration(texts, line, seen, table.column_names) -}}
            {%- endif -%}
            {%- set next.line = next.line + 1 -%}
        {%- endfor -%}
        {%- if model.name == 'changefeed_feeds' -%}
            {%- for feed in changefeed.selection() if feed not in seen -%}
                {{- exceptions.raise_compiler_error('dbt_project.yml, vars, changefeed_selection: ' ~ model.original_file_path ~ " declares no feed '" ~ feed ~ "'." ~ changefeed.did_you_mean(feed, seen)) -}}
            {%- endfor -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro -%}


{%- macro _wrong_line(line, column, problem) -%}
    {{- exceptions.raise_compiler_error(model.original_file_path ~ ' line ' ~ line ~ ', column ' ~ column ~ ': ' ~ problem) -}}
{%- endmacro -%}


{#-
Checks one cell: after json: comes a JSON text, or for key_columns a JSON list of texts. A cell with several names
separates them by blanks, and has no other white space.
-#}
{%- macro _check_cell(cell, line, column) -%}
    {%- set given = fromjson(cell[5:]) if cell.startswith('json:') -%}
    {%- set is_list = given is iterable and given is not string and given is not mapping and given | reject('string') | list == [] -%}
    {%- if cell.startswith('json:') and not (is_list if column == 'key_columns' else given is string) -%}
        {{- changefeed._wrong_line(line, column, 'the text after json: is not a JSON ' ~ ('list of texts' if column == 'key_columns' else 'text') ~ ': ' ~ cell
            ~ '. Write ' ~ ('json:["a|b","c"]' if column == 'key_columns' else 'json:"a name"') ~ ', with its quotes doubled where the cell is in quotes') -}}
    {%- elif column in ['topics', 'history', 'options'] and modules.re.search('[^\\S ]', changefeed.seed_cell(cell)) -%}
        {{- changefeed._wrong_line(line, column, 'has a line break or a tab: one blank separates ' ~ column ~ (', and ? stands for any one character of a name' if column == 'history')) -}}
    {%- endif -%}
{%- endmacro -%}


{%- macro _check_feed(row, line, seen, dialects) -%}
    {%- set dialect = dialects | selectattr('name', 'equalto', row.dialect) | first -%}
    {%- set known = dialects | map(attribute='name') | list -%}
    {%- if not modules.re.fullmatch('[a-z][a-z0-9_]*', row.feed or '') -%}
        {{- changefeed._wrong_line(line, 'feed', "'" ~ (row.feed or '') ~ "' is not a feed name: small letters, digits and _, a letter first") -}}
    {%- elif row.feed in seen -%}
        {{- changefeed._wrong_line(line, 'feed', "feed '" ~ row.feed ~ "' is on line " ~ seen[row.feed].line ~ ' already') -}}
    {%- elif not dialect -%}
        {{- changefeed._wrong_line(line, 'dialect', "there is no dialect '" ~ (row.dialect or '') ~ "'." ~ changefeed.did_you_mean(row.dialect or '', known) ~ ' There are ' ~ known | join(', ')) -}}
    {%- elif row.source_kind and row.source_kind not in dialect.source_kinds -%}
        {{- changefeed._wrong_line(line, 'source_kind', 'dialect ' ~ dialect.name ~ " does not come from '" ~ row.source_kind ~ "', but from " ~ (dialect.source_kinds | join(', ') or 'no kind that a feed can declare: leave the column empty') ~ '.' ~ changefeed.did_you_mean(row.source_kind, dialect.source_kinds)) -}}
    {%- elif row.time_zone and row.time_zone not in modules.pytz.all_timezones_set and not modules.re.fullmatch('[+-][0-9]{2}:[0-9]{2}', row.time_zone) -%}
        {{- changefeed._wrong_line(line, 'time_zone', "there is no time zone '" ~ row.time_zone ~ "'." ~ changefeed.did_you_mean(row.time_zone, modules.pytz.all_timezones) ~ ' Write a name such as Asia/Shanghai or an offset such as +08:00') -}}
    {%- elif not (row.topics or '').split() -%}
        {{- changefeed._wrong_line(line, 'topics', 'is empty: name topics, or patterns with * and ?, separated by blanks') -}}
    {%- elif (row.history or '') | lower in ['yes', 'no', 'true', 'false', 'all', 'none'] -%}
        {{- changefeed._wrong_line(line, 'history', "write on, off, or the names of tables, not '" ~ row.history ~ "'") -}}
    {%- endif -%}
    {{- changefeed._check_options(row, line, dialect) -}}
    {%- for pattern in row.topics.split() -%}
        {%- if not modules.re.fullmatch('[A-Za-z0-9._*?-]+', pattern) -%}
            {{- changefeed._wrong_line(line, 'topics', "'" ~ pattern ~ "' is not a topic pattern: letters, digits, . _ - and the wildcards * and ?") -}}
        {%- endif -%}
        {%- for other, claim in seen.items() -%}
            {%- for claimed in claim.patterns if changefeed.claims_topic(pattern, claimed) == 'yes' or changefeed.claims_topic(claimed, pattern) == 'yes' -%}
                {{- changefeed._wrong_line(line, 'topics', "'" ~ pattern ~ "' claims topics that feed '" ~ other ~ "' on line " ~ claim.line ~ " claims with '" ~ claimed ~ "'") -}}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do seen.update({row.feed: {'line': line, 'patterns': row.topics.split()}}) -%}
{%- endmacro -%}


{#- Checks the options of a line. A dialect has its own options, and each error says which. -#}
{%- macro _check_options(row, line, dialect) -%}
    {%- set declared = dialect.get('options', {}) -%}
    {%- set given = {} -%}
    {%- for pair in (row.options or '').split() -%}
        {%- set name, value = pair.split('=')[0], pair.split('=')[1:] | join('=') -%}
        {%- set has_comma = modules.re.search(',[a-z_]+=', value) is not none -%}
        {%- if name not in declared -%}
            {{- changefeed._wrong_line(line, 'options', 'dialect ' ~ dialect.name ~ " has no option '" ~ name ~ "'." ~ changefeed.did_you_mean(name, declared) ~ ' It has ' ~ (changefeed.options_in_words(dialect) or 'none: leave the column empty')) -}}
        {%- elif name in given -%}
            {{- changefeed._wrong_line(line, 'options', "option '" ~ name ~ "' is given twice") -}}
        {%- elif value not in declared[name].get('values', [value]) or not value or has_comma -%}
            {{- changefeed._wrong_line(line, 'options', "option '" ~ name ~ "' of dialect " ~ dialect.name ~ " can't be '" ~ value ~ "'." ~ (' One blank separates options, not a comma.' if has_comma) ~ changefeed.did_you_mean(value, declared[name].get('values', [])) ~ ' Write ' ~ name ~ '=' ~ (declared[name].get('values', ['…']) | join(' or ' ~ name ~ '=')) ~ ' (' ~ declared[name].meaning ~ ')') -}}
        {%- endif -%}
        {%- do given.update({name: value}) -%}
    {%- endfor -%}
    {%- if dialect.envelope.schema_fault is defined and given.schema -%}
        {{- changefeed._check_schema(given.schema, line, dialect) -}}
    {%- endif -%}
    {%- for name, option in declared.items() if not option.default and name not in given and not option.is_optional -%}
        {{- changefeed._wrong_line(line, 'options', 'dialect ' ~ dialect.name ~ " needs the option '" ~ name ~ "', because a wrong default would give wrong rows silently: write " ~ name ~ '=' ~ (option.get('values', ['…']) | join(' or ' ~ name ~ '=')) ~ ' (' ~ option.meaning ~ ')') -}}
    {%- endfor -%}
{%- endmacro -%}


{#- Checks that the schema that a feed names is in the folder, has no fault, and is usable by the dialect. -#}
{%- macro _check_schema(name, line, dialect) -%}
    {%- set landed = changefeed.landed_schemas() -%}
    {%- if name not in landed -%}
        {{- changefeed._wrong_line(line, 'options', "there is no file schemas/" ~ name ~ ".avsc; the folder has " ~ (landed | join(', ') or 'no schema')
            ~ '. Put it there: `changefeed run` and `changefeed feeds check` read the folder') -}}
    {%- endif -%}
    {%- set fault = landed[name].fault or dialect.envelope.schema_fault(landed[name].schema) -%}
    {%- if fault -%}
        {{- changefeed._wrong_line(line, 'options', 'schemas/' ~ name ~ '.avsc cannot be used for ' ~ dialect.name ~ ': ' ~ (fault | trim)
            ~ '. Get the schema file with which the task writes') -}}
    {%- endif -%}
{%- endmacro -%}


{%- macro _check_declaration(row, line, seen, column_names) -%}
    {%- set optional = ['source_database', 'source_schema', 'key_columns'] -%}
    {%- for name in column_names if name not in optional and row[name] is none -%}
        {{- changefeed._wrong_line(line, name, 'is empty') -}}
    {%- endfor -%}
    {%- set what = [row.feed, row.source_database, row.source_schema, row.source_table, row.get('column_name')] | string -%}
    {%- if what in seen -%}
        {{- changefeed._wrong_line(line, 'source_table', 'line ' ~ seen[what] ~ ' has the same declaration already') -}}
    {%- endif -%}
    {%- do seen.update({what: line}) -%}
{%- endmacro -%}


{#- Checks a line of masks. Whether its patterns fit anything, only rows can tell: a run says it. -#}
{%- macro _check_mask(row, line, seen) -%}
    {%- set known = changefeed.mask_actions() -%}
    {%- set name, argument = (row.action or 'null').split(':')[0], (row.action or '').split(':')[1:] | join(':') -%}
    {%- for column in ['feed', 'column_name'] if not row[column] -%}
        {{- changefeed._wrong_line(line, column, 'is empty: * stands for all') -}}
    {%- endfor -%}
    {%- if name not in known -%}
        {{- changefeed._wrong_line(line, 'action', "there is no action '" ~ name ~ "'." ~ changefeed.did_you_mean(name, known) ~ ' There are ' ~ known | join(', ')) -}}
    {%- elif not modules.re.fullmatch(known[name].argument, argument) -%}
        {{- changefeed._wrong_line(line, 'action', "'" ~ row.action ~ "' is no action: write " ~ known[name].example) -}}
    {%- elif row.get('place') and row.place not in ['decode', 'landing'] -%}
        {{- changefeed._wrong_line(line, 'place', "there is no place '" ~ row.place ~ "': write decode (or nothing), or landing") -}}
    {%- endif -%}
    {%- set what = [row.feed, row.source_database, row.source_schema, row.source_table, row.column_name] | string -%}
    {%- if what in seen -%}
        {{- changefeed._wrong_line(line, 'column_name', 'line ' ~ seen[what] ~ ' has a mask for the same columns already') -}}
    {%- endif -%}
    {%- do seen.update({what: line}) -%}
{%- endmacro -%}


{#-
Refuses a mask with the place landing for feeds whose messages can't be rewritten. `feeds` are the lines of the feeds
that its pattern fits. A seed is checked alone, so the loader and `changefeed feeds check` ask this beside it.
-#}
{%- macro _check_place(line, feeds) -%}
    {%- for feed in feeds -%}
        {%- set dialect = changefeed.dialects() | selectattr('name', 'equalto', feed.dialect) | first -%}
        {%- if dialect and (dialect.envelope.format == 'avro' or dialect.written == 'avro') -%}
            {{- changefeed._wrong_line(line, 'place', "the messages of feed '" ~ feed.feed ~ "' are Avro (" ~ dialect.name ~ '). At landing only JSON is rewritten: a binary record has no place for a hash, '
                ~ 'and its schema would not fit. Leave place empty, so that the mask acts at decoding; or mask at the source; or name other feeds') -}}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro -%}
