{#-
Raises, before anything is built, where the yml of a typed model, or of a history, says what it cannot have: a config
that a table that is kept does not honour, a misspelled entry of meta.changefeed, a column by which the table cannot be
partitioned or clustered, or of which no version could begin, an alias that another model has.
-#}
{%- macro refuse_typed_configs() -%}
    {#- Where no file changed, the run before has looked. -#}
    {%- if execute and flags.WHICH in ('build', 'run', 'retry') and not changefeed.said_by_command('is_settled') -%}
        {%- set wrong, relations = [], {} -%}
        {%- for node in graph.nodes.values() if node.resource_type in ('model', 'seed', 'snapshot') and node.config.materialized != 'ephemeral' -%}
            {%- set place = changefeed.file_of_node(node) -%}
            {%- set is_typed = node.resource_type == 'model' and (node.config.meta or {}).get('changefeed') is mapping -%}
            {%- do relations.setdefault((node.schema ~ '.' ~ node.alias) | lower, []).append([place ~ ', ' ~ node.name, is_typed]) -%}
            {%- set sentences = changefeed._faults_of_history(node) if node.resource_type == 'model' and changefeed.history_of(node) else [] -%}
            {%- if is_typed -%}
                {%- set sentences = changefeed._faults_of_meta(node.config.meta.changefeed) + (changefeed._faults_of_kept(node) if node.config.materialized == 'typed_incremental' else []) -%}
            {%- endif -%}
            {%- for sentence in sentences -%}{%- do wrong.append(place ~ ', ' ~ node.name ~ ': ' ~ sentence) -%}{%- endfor -%}
        {%- endfor -%}
        {%- for name, models in relations.items() if models | length > 1 and models | map(attribute=1) | select | list -%}
            {%- do wrong.append(models | map(attribute=0) | sort | join(' and ') ~ ' would both be ' ~ name ~ ': give one of them another alias or schema') -%}
        {%- endfor -%}
        {%- if wrong -%}{{- exceptions.raise_compiler_error(wrong | join('\n')) -}}{%- endif -%}
    {%- endif -%}
{%- endmacro -%}


{%- macro _faults_of_meta(table) -%}
    {%- set known = ['feed', 'database', 'schema', 'table', 'shards', 'dialect', 'source_kind', 'time_zone', 'options', 'key', 'is_keyless', 'deletes', 'without', 'proposed'] -%}
    {%- set found = [] -%}
    {%- for name in table if name not in known -%}
        {%- do found.append('meta.changefeed has ' ~ name ~ ', which nothing reads.' ~ (changefeed.did_you_mean(name, known) or ' Remove it.')) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{%- macro _faults_of_kept(node) -%}
    {%- set found = changefeed._unknown_configs(node, ['on_schema_change', 'contract'], 'a typed table that is kept') -%}
    {{- return(found + changefeed.faults_of_layout(changefeed.kept_layout(node), node.columns | list + changefeed.columns_of_row(node))) -}}
{%- endmacro -%}


{#- What is wrong with a model that is one call of typed_history(). -#}
{%- macro _faults_of_history(node) -%}
    {%- set own = ['track_history_on', 'track_history_except', 'history_columns'] -%}
    {%- set on, but, called = node.config.get(own[0]), node.config.get(own[1]), node.config.get(own[2]) -%}
    {%- set is_kept = node.config.materialized == 'typed_incremental' -%}
    {%- set found = changefeed._unknown_configs(node, own + ['on_schema_change'], 'a typed history that is kept') if is_kept else [] -%}
    {%- if called and called not in ['changefeed', 'dbt'] -%}
        {%- do found.append('history_columns is changefeed or dbt (as in its snapshots), not ' ~ called) -%}
    {%- endif -%}
    {%- if on is string or but is string -%}
        {%- do found.append('track_history_on and track_history_except are lists of columns') -%}
    {%- endif -%}
    {%- set typed = changefeed.typed_model(changefeed.history_of(node)) -%}
    {%- if found or not typed or (typed.config.meta or {}).get('changefeed') is not mapping -%}{{- return(found) -}}{%- endif -%}
    {%- set columns = typed.columns.values() | selectattr('config.meta.source_type') | map(attribute='name') | list -%}
    {%- for name in (on or []) + (but or []) if name not in columns -%}
        {%- do found.append(own[0 if on else 1] ~ ' names the column ' ~ name ~ ', which ' ~ typed.name ~ ' does not have.' ~ changefeed.did_you_mean(name, columns)) -%}
    {%- endfor -%}
    {%- if on is not none and but is not none -%}
        {%- do found.append('it has track_history_on and track_history_except: give one of them') -%}
    {%- elif on is not none and not on or but is not none and not columns | reject('in', but + (typed.config.meta.changefeed.key or [])) | list -%}
        {%- do found.append('no column is tracked, so that each row would have one version for ever: typed_table() is that table') -%}
    {%- endif -%}
    {%- if typed.config.meta.changefeed.is_keyless and (is_kept or called == 'dbt' or on is not none or but is not none) -%}
        {%- do found.append('rows of a table without a key have copies, and no version is known as that of one row: make it a view (materialized: view), without ' ~ own | join(', ')) -%}
    {%- endif -%}
    {%- if node.config.on_schema_change not in (none, 'ignore', typed.config.on_schema_change) -%}
        {%- do found.append('on_schema_change: a history follows its source as ' ~ typed.name ~ ' does, which says ' ~ (typed.config.on_schema_change or 'ignore')) -%}
    {%- endif -%}
    {%- set of_row = changefeed.history_node(node, typed.name).history.of_row -%}
    {%- for name in columns if name | lower in of_row + ['_position', '_closed_position', '_version_id', '_tracked', '_goes_on', '_first', '_is_followed'] -%}
        {%- do found.append('the source has a column ' ~ changefeed.printable(name) ~ ', and a history has or computes one of that name: leave it out of ' ~ typed.name) -%}
    {%- endfor -%}
    {{- return(found + (changefeed.faults_of_layout(changefeed.kept_layout(node), columns + of_row) if is_kept else [])) -}}
{%- endmacro -%}


{#- The configs of a kept table that nothing honours: `also` are those that it honours beside what all do. -#}
{%- macro _unknown_configs(node, also, what) -%}
    {%- set known = also + [
        'materialized', 'enabled', 'alias', 'schema', 'database', 'tags', 'meta', 'group', 'access', 'docs', 'description', 'quoting', 'persist_docs',
        'full_refresh', 'pre-hook', 'post-hook', 'pre_hook', 'post_hook', 'tblproperties', 'liquid_clustered_by', 'clustered_by',
        'cluster_by', 'partition_by', 'location_root', 'file_format', 'event_time', 'static_analysis',
    ] -%}
    {%- set found = [] -%}
    {%- for name in node.unrendered_config if name not in known and node.config.get(name) not in (none, [], {}, '', false) -%}
        {%- do found.append(
            'the config ' ~ name ~ ' (in its yml, its SQL or dbt_project.yml) is none that ' ~ what ~ ' honours.' ~ (changefeed.did_you_mean(name, known) or ' Remove it.')
        ) -%}
    {%- endfor -%}
    {%- if node.config.get('file_format') not in (none, '', changefeed.file_format()) -%}
        {%- do found.append('the config file_format is ' ~ node.config.file_format ~ ', and the tables of this project are of ' ~ changefeed.file_format() ~ ' (CHANGEFEED_FILE_FORMAT). Remove it.') -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}
