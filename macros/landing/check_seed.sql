{#- Stops the build at the first wrong line of a seed, naming file, line and column: a pre-hook of every seed. -#}
{%- macro check_seed() -%}
    {%- if execute -%}
        {%- set table = load_agate_table() -%}
        {%- set seen = {} -%}
        {%- for row in table.rows -%}
            {%- set line = loop.index + 1 -%}
            {%- for name in table.column_names -%}
                {%- if modules.re.search('[\'"\\\\\n]', row[name] or '') -%}
                    {{- changefeed._wrong_line(line, name, 'has a quote, a backslash or a line break, which seeds do not keep: ' ~ row[name]) -}}
                {%- endif -%}
            {%- endfor -%}
            {%- if model.name == 'feeds' -%}
                {{- changefeed._check_feed(row, line, seen) -}}
            {%- else -%}
                {{- changefeed._check_declaration(row, line, seen, table.column_names) -}}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro -%}


{%- macro _wrong_line(line, column, problem) -%}
    {{- exceptions.raise_compiler_error(model.original_file_path ~ ' line ' ~ line ~ ', column ' ~ column ~ ': ' ~ problem) -}}
{%- endmacro -%}


{%- macro _check_feed(row, line, seen) -%}
    {%- set dialect = changefeed.dialects() | rejectattr('is_internal') | selectattr('name', 'equalto', row.dialect) | first -%}
    {%- if not modules.re.fullmatch('[a-z][a-z0-9_]*', row.feed or '') -%}
        {{- changefeed._wrong_line(line, 'feed', "'" ~ (row.feed or '') ~ "' is no name of a feed: small letters, digits and _, a letter first") -}}
    {%- elif row.feed in seen -%}
        {{- changefeed._wrong_line(line, 'feed', "feed '" ~ row.feed ~ "' stands on line " ~ seen[row.feed].line ~ ' already') -}}
    {%- elif not dialect -%}
        {{- changefeed._wrong_line(line, 'dialect', "there is no dialect '" ~ (row.dialect or '') ~ "'; there are " ~ changefeed.dialects() | rejectattr('is_internal') | map(attribute='name') | join(', ')) -}}
    {%- elif row.variant and row.variant not in dialect.variants -%}
        {{- changefeed._wrong_line(line, 'variant', 'dialect ' ~ dialect.name ~ " has no variant '" ~ row.variant ~ "'; it has " ~ (dialect.variants | join(', ') or 'none: leave the column empty')) -}}
    {%- elif not row.variant and dialect.needs_variant -%}
        {{- changefeed._wrong_line(line, 'variant', 'is empty; dialect ' ~ dialect.name ~ ' has no default, for a wrong one gives wrong rows silently: write one of ' ~ dialect.variants | join(', ') ~ ' (the docs page of changefeed_stg_' ~ dialect.name ~ ' says which)') -}}
    {%- elif row.source_kind and row.source_kind not in dialect.source_kinds -%}
        {{- changefeed._wrong_line(line, 'source_kind', 'dialect ' ~ dialect.name ~ " does not come from '" ~ row.source_kind ~ "', but from " ~ dialect.source_kinds | join(', ')) -}}
    {%- elif row.time_zone and row.time_zone not in modules.pytz.all_timezones_set and not modules.re.fullmatch('[+-][0-9]{2}:[0-9]{2}', row.time_zone) -%}
        {{- changefeed._wrong_line(line, 'time_zone', "there is no time zone '" ~ row.time_zone ~ "'; write a name such as Asia/Shanghai or an offset such as +08:00") -}}
    {%- elif not (row.topics or '').split() -%}
        {{- changefeed._wrong_line(line, 'topics', 'is empty: name topics, or patterns with * and ?, separated by blanks') -}}
    {%- elif (row.history or '') | lower in ['yes', 'no', 'true', 'false', 'all', 'none'] -%}
        {{- changefeed._wrong_line(line, 'history', "write on, off, or the names of tables, not '" ~ row.history ~ "'") -}}
    {%- endif -%}
    {%- for option, allowed in changefeed.feed_options().items() if row[option] and row[option] not in allowed -%}
        {{- changefeed._wrong_line(line, option, "'" ~ row[option] ~ "' is none of " ~ allowed | join(', ')) -}}
    {%- endfor -%}
    {%- for pattern in row.topics.split() -%}
        {%- if not modules.re.fullmatch('[A-Za-z0-9._*?-]+', pattern) -%}
            {{- changefeed._wrong_line(line, 'topics', "'" ~ pattern ~ "' is no topic pattern: letters, digits, . _ - and the wildcards * and ?") -}}
        {%- endif -%}
        {%- for other, claim in seen.items() -%}
            {%- for claimed in claim.patterns if changefeed._claims(pattern, claimed) == 'yes' or changefeed._claims(claimed, pattern) == 'yes' -%}
                {{- changefeed._wrong_line(line, 'topics', "'" ~ pattern ~ "' claims topics that feed '" ~ other ~ "' on line " ~ claim.line ~ " claims with '" ~ claimed ~ "'") -}}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do seen.update({row.feed: {'line': line, 'patterns': row.topics.split()}}) -%}
{%- endmacro -%}


{#- 'yes' when a topic pattern matches another's text: certain for a plain topic name, a good sign for two patterns. -#}
{%- macro _claims(pattern, text) -%}
    {%- if modules.re.fullmatch(pattern | replace('.', '[.]') | replace('*', '.*') | replace('?', '.'), text) -%}yes{%- endif -%}
{%- endmacro -%}


{%- macro _check_declaration(row, line, seen, column_names) -%}
    {%- set optional = ['source_database', 'source_schema', 'key_columns'] -%}
    {%- for name in column_names if name not in optional and not row[name] -%}
        {{- changefeed._wrong_line(line, name, 'is empty') -}}
    {%- endfor -%}
    {%- set what = [row.feed, row.source_database, row.source_schema, row.source_table, row.get('column_name')] | string -%}
    {%- if what in seen -%}
        {{- changefeed._wrong_line(line, 'source_table', 'line ' ~ seen[what] ~ ' declares the same already') -}}
    {%- endif -%}
    {%- do seen.update({what: line}) -%}
{%- endmacro -%}
