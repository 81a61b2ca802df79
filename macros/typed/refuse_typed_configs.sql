{#-
Raises, before anything is built, where the yml of a typed model says what it cannot have: a config that a table that is
kept does not honour, a misspelled entry of meta.changefeed, a column by which the table cannot be partitioned or
clustered, an alias that another model has.
-#}
{%- macro refuse_typed_configs() -%}
    {#- Where no file changed, the run before has looked. -#}
    {%- if execute and flags.WHICH in ('build', 'run', 'retry') and not changefeed.said_by_command('is_settled') -%}
        {%- set wrong, relations = [], {} -%}
        {%- for node in graph.nodes.values() if node.resource_type in ('model', 'seed', 'snapshot') and node.config.materialized != 'ephemeral' -%}
            {%- set place = changefeed.file_of_node(node) -%}
            {%- set is_typed = node.resource_type == 'model' and (node.config.meta or {}).get('changefeed') is mapping -%}
            {%- do relations.setdefault((node.schema ~ '.' ~ node.alias) | lower, []).append([place ~ ', ' ~ node.name, is_typed]) -%}
            {%- if is_typed -%}
                {%- set sentences = changefeed._faults_of_meta(node.config.meta.changefeed) + (changefeed._faults_of_kept(node) if node.config.materialized == 'typed_incremental' else []) -%}
                {%- for sentence in sentences -%}{%- do wrong.append(place ~ ', ' ~ node.name ~ ': ' ~ sentence) -%}{%- endfor -%}
            {%- endif -%}
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
    {%- set known = [
        'materialized', 'enabled', 'alias', 'schema', 'database', 'tags', 'meta', 'group', 'access', 'docs', 'description', 'quoting', 'persist_docs',
        'full_refresh', 'pre-hook', 'post-hook', 'pre_hook', 'post_hook', 'on_schema_change', 'tblproperties', 'liquid_clustered_by', 'clustered_by',
        'cluster_by', 'partition_by', 'location_root', 'contract', 'file_format', 'event_time', 'static_analysis',
    ] -%}
    {%- set found = [] -%}
    {%- for name in node.unrendered_config if name not in known and node.config.get(name) not in (none, [], {}, '', false) -%}
        {%- do found.append(
            'the config ' ~ name ~ ' (in its yml, its SQL or dbt_project.yml) is none that a typed table that is kept honours.' ~ (changefeed.did_you_mean(name, known) or ' Remove it.')
        ) -%}
    {%- endfor -%}
    {%- if node.config.get('file_format') not in (none, '', changefeed.file_format()) -%}
        {%- do found.append('the config file_format is ' ~ node.config.file_format ~ ', and the tables of this project are of ' ~ changefeed.file_format() ~ ' (CHANGEFEED_FILE_FORMAT). Remove it.') -%}
    {%- endif -%}
    {{- return(found + changefeed.faults_of_layout(changefeed.kept_layout(node), node.columns | list + changefeed.columns_of_row(node))) -}}
{%- endmacro -%}
