{#-
The CTEs that mask each change: its two images, the types of its columns, its statement. Keys are read from the images
behind it, so they are masked as the images are. No other step reads an image before this one and writes it into the
log. Of a fault, key_changes() keeps the sentence back. What a hash has made stays, where changes are masked again, and
where the mask has acted as messages landed.
-#}
{%- macro masked_changes(changes, masks, by_value, is_again=false) -%}
{%- set has_hash = masks | selectattr('action', 'equalto', 'hash') | list -%}
{%- if has_hash %}

mask_key as (

    {{ changefeed.mask_key() | indent(4) }}

),
{%- endif %}

fitted_changes as (

    select
        *,
        {{ "from_json(column_types, 'map<string,string>')" if by_value and has_hash else 'cast(null as map<string,string>)' }} as mask_types
        {%- for mask in masks %},
        {{ changefeed.fits_mask(mask) }} as mask_{{ loop.index }}
        {%- endfor %}
    from {{ changes }}
    {%- if has_hash %}
    cross join mask_key
    {%- endif %}

),

masked_changes as (

    select
        * except (
            before, after, column_types, statement, mask_types{{ ', mask_inner, mask_outer' if has_hash }}
            {%- for mask in masks %}, mask_{{ loop.index }}{% endfor %}
        ),
        {{ changefeed._masked_image('before', masks, by_value, is_again, like='after') | indent(8) }} as before,
        {{ changefeed._masked_image('after', masks, by_value, is_again) | indent(8) }} as after,
        {{ changefeed._masked_types(masks) | indent(8) }} as column_types,
        case
            when statement is null or not {{ changefeed.has_mask(masks) }} then statement
            when operation in ('ddl', 'truncate') then {{ changefeed._masked_statement(masks) | indent(12) }}
        end as statement
    from fitted_changes

),
{%- endmacro -%}


{%- macro _masked_image(image, masks, by_value, is_again, like=none) -%}
{%- set fits, values, dropped = [], [], [] -%}
{%- for mask in masks -%}
    {%- do fits.append('mask_' ~ loop.index) -%}
    {%- set is_of = 'mask_' ~ loop.index ~ ' and ' ~ changefeed.is_of_mask(mask) -%}
    {%- if mask.action == 'drop' -%}
        {%- do dropped.append(is_of) -%}
    {%- else -%}
        {%- set masked = changefeed.masked_text('text', mask, changefeed._canonical_text(by_value, like)) -%}
        {%- do values.append('when ' ~ is_of ~ ' then ' ~ ('if(' ~ changefeed.is_hash('text') ~ ', text, ' ~ masked ~ ')' if mask.action == 'hash' and (is_again or mask.get('place') == 'landing') else masked)) -%}
    {%- endif -%}
{%- endfor -%}
{%- set kept = 'map_filter(' ~ image ~ ', (name, text) -> not (' ~ dropped | join(' or ') ~ '))' if dropped else image -%}
if({{ fits | join(' or ') }}, {{ "transform_values(" ~ kept ~ ", (name, text) -> case when text is null then null " ~ values | join(' ') ~ ' else text end)' if values else kept }}, {{ image }})
{%- endmacro -%}


{#- The text of which a hash is taken: one for each value, as far as types are known. -#}
{%- macro _canonical_text(by_value, like) -%}
{{ changefeed.comparable_text('text', 'coalesce(declared_types[name], mask_types[name])', like ~ '[name]' if like else none) if by_value else 'text' }}
{%- endmacro -%}


{#- The types of the columns that still have values of their type; the others are texts. -#}
{%- macro _masked_types(masks) -%}
{%- set texts = [] -%}
{%- for mask in masks if mask.action != 'generalize' -%}
    {%- do texts.append('mask_' ~ loop.index ~ ' and ' ~ changefeed.is_of_mask(mask)) -%}
{%- endfor -%}
{%- if texts -%}
if(
    column_types is not null and {{ changefeed._any_of(masks) }},
    to_json(map_filter(from_json(column_types, 'map<string,string>'), (name, type) -> not ({{ texts | join(' or ') }})), map('ignoreNullFields', 'false')),
    column_types
)
{%- else -%}
column_types
{%- endif -%}
{%- endmacro -%}


{%- macro _any_of(masks) -%}
({% for mask in masks %}mask_{{ loop.index }}{{ ' or ' if not loop.last }}{% endfor %})
{%- endmacro -%}


{#-
A statement without the literals that stand behind the name of a masked column, as far as the next comma: a default is
NULL, and another literal is empty. What stands in parentheses, such as the labels of an enum, is of the type. A mask
counts if it is of the table of the message, or of one that the statement names.
-#}
{%- macro _masked_statement(masks) -%}
{%- set literal = "[nNeE]?'(?:[^'\\\\]|''|\\\\.)*+'" -%}
{%- set within = "(?:[^,'();]|\\((?:[^()']|'(?:[^'\\\\]|''|\\\\.)*+')*+\\))*?" -%}
{%- set state = namespace(text='statement') -%}
{%- for mask in masks -%}
    {%- set name = changefeed._pattern_in_statement(mask.column_name) -%}
    {%- set counts = 'mask_' ~ loop.index ~ " or source_table = ''" -%}
    {%- if mask.get('source_table') -%}
        {%- set counts = counts ~ ' or statement rlike ' ~ changefeed.sql_string('(?i)(?<![\\w$#])' ~ changefeed._pattern_in_statement(mask.source_table) ~ '(?![\\w$#])') -%}
    {%- endif -%}
    {%- set named = '(?<![\\w$#])[`"\\[]?' ~ name ~ '[`"\\]]?(?![\\w$#])' -%}
    {%- set default = '(?is)(' ~ named ~ within | replace('(?:', '(?:' ~ literal ~ '|', 1) ~ '\\bdefault)\\s*(?:' ~ literal ~ '|[-+]?[0-9][0-9.eE]*|\\((?:[^()\']|' ~ literal ~ ')*+\\))' -%}
    {%- set others = '(?is)((?:' ~ named ~ '|\\G(?<!\\A))' ~ within ~ ')' ~ literal -%}
    {%- for pattern, text in [(default, ' NULL'), (others, "\\'\\'")] -%}
        {%- set state.text = 'regexp_replace(' ~ state.text ~ ', if(' ~ counts ~ ', ' ~ changefeed.sql_string(pattern) ~ ", '(?!)'), '$1" ~ text ~ "')" -%}
    {%- endfor -%}
{%- endfor -%}
{{ state.text }}
{%- endmacro -%}


{#- A pattern of names as a regular expression of a name in a statement. -#}
{%- macro _pattern_in_statement(pattern) -%}
    {{- return(modules.re.escape(pattern) | replace('\\*', '[^\\s`"\\[\\](),;\']*') | replace('\\?', '.')) -}}
{%- endmacro -%}
