{#- Whether a mask is of the table of a change. -#}
{%- macro fits_mask(mask) -%}
{%- set fits = [changefeed.like_pattern('feed', mask.feed)] -%}
{%- for part in ['source_database', 'source_schema'] if mask.get(part) -%}
    {%- do fits.append(changefeed.like_pattern('lower(' ~ part ~ ')', mask[part] | lower)) -%}
{%- endfor -%}
{%- set names = ['source_table', changefeed.name_behind_copy()] -%}
{%- set of_table = [] -%}
{%- for name in names if mask.get('source_table') -%}
    {%- do of_table.append(changefeed.like_pattern('lower(' ~ name ~ ')', mask.source_table | lower)) -%}
{%- endfor -%}
{%- if of_table -%}{%- do fits.append('(' ~ of_table | join(' or ') ~ ')') -%}{%- endif -%}
({{ fits | join(' and ') }})
{%- endmacro -%}
