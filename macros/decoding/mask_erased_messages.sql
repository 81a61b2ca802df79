{#-
A pre-hook of the log: masks what remains of erased messages, where it is about to be decoded again. There is no message
to decode it from, so a mask that was declared since acts on the images that are stored, in place. A key column is
hashed whatever its mask: two keys never become one.
-#}
{%- macro mask_erased_messages(log, read_batches, settings, erased_messages) -%}
    {%- if not execute -%}{{ return('') }}{%- endif -%}
    {%- if not changefeed.is_first_build() -%}
        {%- set asked_batch_id = changefeed.high_water(read_batches, ['decode_batch_id'], where="kind = 'redecode'", once=true, question='redecode')[0] -%}
        {%- if asked_batch_id <= (changefeed.high_water(log, ['decode_batch_id'])[0] if asked_batch_id else 0) -%}{{ return('') }}{%- endif -%}
    {%- endif -%}
    {%- set lines, changes = changefeed.ask('masks', 'select ' ~ changefeed.lines_of_masks() ~ ', (select count(*) from ' ~ erased_messages ~ ')', [[none, 0]])[0] -%}
    {%- set masks = changefeed.masks(lines) -%}
    {%- if masks and changes | int -%}
        {%- set is_unmasked = changefeed.is_unmasked('before', masks) ~ ' or ' ~ changefeed.is_unmasked('after', masks) -%}
        {%- if changefeed.ask('unmasked', 'select 1 from ' ~ erased_messages ~ ' where ' ~ is_unmasked ~ ' limit 1') -%}
            {%- do changefeed.hold_claim() -%}
            {%- do run_query(changefeed._masked_in_place(erased_messages, settings, masks, is_unmasked)) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro -%}


{%- macro _masked_in_place(erased_messages, settings, masks, is_unmasked) -%}
{%- set change = ['feed', 'topic', 'topic_incarnation', 'partition', 'offset', 'message_index', 'step'] -%}
{%- set masked = ['before', 'after', 'column_types', 'statement', 'row_key', 'previous_row_key'] -%}
{%- set of_change, set_to = [], [] -%}
{%- for name in change -%}{%- do of_change.append('stored.' ~ name ~ ' = masked.' ~ name) -%}{%- endfor -%}
{%- for name in masked -%}{%- do set_to.append(name ~ ' = masked.' ~ name) -%}{%- endfor -%}
{%- set image = "if(operation = 'delete', before, coalesce(after, before))" -%}
merge into {{ erased_messages }} as stored
using (
    with unmasked_changes as (

        select
            changes.*,
            settings.declared_types[{{ changefeed.table_name_key('changes.source_database', 'changes.source_schema', 'changes.source_table') | trim | indent(8) }}] as declared_types
        from (select * from {{ erased_messages }} where {{ is_unmasked }}) as changes
        left join {{ settings }} as settings on changes.feed = settings.feed

    ),
    {{- changefeed.masked_changes('unmasked_changes', masks, by_value=true, is_again=true) | indent(4) }}

    keyed_changes as (

        select
            {{ change | join(', ') }}, before, after, column_types, statement, key_columns,
            if(size(key_columns) > 0, {{ changefeed._masked_key('previous_row_key', masks) | indent(12) }}, previous_row_key) as previous_row_key,
            case
                when row_key = '' then row_key
                when size(key_columns) > 0 then {{ changefeed._masked_key('row_key', masks) | indent(16) }}
                else {{ changefeed.image_key(changefeed.comparable_image(image, "from_json(column_types, 'map<string,string>')")) | trim | indent(16) }}
            end as row_key
        from masked_changes
        cross join ({{ changefeed.mask_key() | indent(8) }})

    )

    select
        {{ change | join(', ') }}, before, after, column_types, statement, row_key,
        if(
            previous_row_key is null or size(key_columns) > 0,
            previous_row_key,
            coalesce(lag(row_key) over (partition by {{ change[:-1] | join(', ') }} order by step), previous_row_key)
        ) as previous_row_key
    from keyed_changes
) as masked on {{ of_change | join(' and ') }}
when matched then update set {{ set_to | join(', ') }}
{%- endmacro -%}


{#- The text of a key whose masked columns are hashed. -#}
{%- macro _masked_key(key, masks) -%}
{%- set fits = [] -%}
{%- for mask in masks -%}{%- do fits.append('(' ~ changefeed.fits_mask(mask) ~ ' and ' ~ changefeed.is_of_mask(mask) ~ ')') -%}{%- endfor -%}
to_json(transform(
    from_json({{ key }}, 'array<string>'),
    (text, place) -> transform(
        array(key_columns[place]),
        name -> if(({{ fits | join(' or ') }}) and not {{ changefeed.is_hash('text') }}, {{ changefeed.masked_text('text', {'action': 'hash'}) }}, text)
    )[0]
))
{%- endmacro -%}
