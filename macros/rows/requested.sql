{#-
Three numbers, 1 or 0: whether refold_requests has asked, since the fold last read it, for single rows, for rows of a
table that were folded beyond a change, and for whole tables or feeds.
-#}
{%- macro requested(requests, applied_batch_id) -%}
    {%- if changefeed.newest_request(requests) <= applied_batch_id -%}{{ return([0, 0, 0]) }}{%- endif -%}
    {{- return(changefeed.high_water(
        requests,
        ['if(row_key is not null, 1, 0)', 'if(first_position is not null, 1, 0)', 'if(row_key is null and first_position is null, 1, 0)'],
        where='reason is not null and decode_batch_id > ' ~ applied_batch_id,
        once=true,
        question='requested'
    )) -}}
{%- endmacro -%}
