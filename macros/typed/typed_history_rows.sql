{#-
The versions that a typed history has, of the relation `history`. Where columns are tracked, versions that follow each
other without a gap, and have the same values in them (or the same texts that are no values), are one: it begins with
the first and has the values of the last, as AUTO CDC has it.
-#}
{%- macro typed_history_rows(node, history) -%}
{%- set table, names, own = changefeed.table_of_model(node), node.history.names, node.history.of_row -%}
{%- set shards = changefeed.shard_columns(table) -%}
{%- if not node.history.on and node.history.but is none and names.version_id not in own -%}
    {{- return(changefeed.typed_rows(node, history, own)) -}}
{%- endif -%}
{%- set values = changefeed.typed_values(node, 'row') -%}
{%- set tracked = node.history.on -%}
{%- if node.history.but is not none -%}{%- set tracked = values | reject('in', node.history.but + (table.key or [])) | list -%}{%- endif -%}
{%- set of_row = 'partition by ' ~ (shards + ['_row_key']) | join(', ') ~ ' order by _position' -%}
{%- set first = '_first.' if tracked else '' -%}
{%- set place = ['topic', 'topic_incarnation', 'partition', 'offset', 'message_index', 'step'] -%}
with versions as (

    {{ changefeed.typed_rows(
        node,
        '(select *, md5(to_json(struct(row_key, position.' ~ place | join(', position.') ~ '))) as version_id from ' ~ history ~ ')',
        shards + ['_valid_from', '_valid_to', '_is_current', '_operation', '_row_key', '_position', '_closed_position', '_version_id']
    ) | indent(4) }}

),
{%- if tracked %}

tracked_versions as (

    select
        *,
        struct(
            {%- for name in tracked %}
            {{ changefeed.comparable_value(changefeed.quoted_name(name), values[name].data_type if name in values else '') }},
            _unreadable[{{ changefeed.sql_string(name) }}]{{ ',' if not loop.last }}
            {%- endfor %}
        ) as _tracked
    from versions

),

compared_versions as (

    select
        *,
        coalesce(lag(_closed_position) over of_row = _position and lag(_tracked) over of_row <=> _tracked, false) as _goes_on
    from tracked_versions
    window of_row as ({{ of_row }})

),

joined_versions as (

    select
        *,
        last(if(_goes_on, null, struct(_valid_from, _operation, _version_id)), true) over of_row as _first,
        lead(_goes_on, 1, false) over of_row as _is_followed
    from compared_versions
    window of_row as ({{ of_row }})

),
{%- endif %}

final as (

    select
        {%- for name in shards %}
        {{ name }},
        {%- endfor %}
        {{ first }}_valid_from as {{ names.valid_from }},
        _valid_to as {{ names.valid_to }},
        {{ '_is_current as ' ~ names.is_current if names.is_current else '_valid_from as ' ~ names.updated_at }},
        {{ first }}_operation as _operation,
        {%- if names.version_id in own %}
        _row_key,
        {{ first }}_version_id as {{ names.version_id }},
        {%- endif %}
        {%- for name in values %}
        {{ changefeed.quoted_name(name) }},
        {%- endfor %}
        _unreadable
    from {{ 'joined_versions where not _is_followed' if tracked else 'versions' }}

)

select *
from final
{%- endmacro -%}
