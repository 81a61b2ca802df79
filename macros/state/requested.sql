{#-
What refold_requests asks for since the fold read it last, 1 or 0 each: single rows, rows of a table that were folded
beyond a change, whole tables or feeds.
-#}
{%- macro requested(requests, applied_batch_id) -%}
    {%- if changefeed.newest_request(requests) <= applied_batch_id -%}{{ return([0, 0, 0]) }}{%- endif -%}
    {{- return(changefeed.high_water(
        requests,
        ['if(row_key is not null, 1, 0)', 'if(first_position is not null, 1, 0)', 'if(row_key is null and first_position is null, 1, 0)'],
        where='reason is not null and decode_batch_id > ' ~ applied_batch_id,
        once=true
    )) -}}
{%- endmacro -%}
