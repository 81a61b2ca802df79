{#-
The halves of update pairs whose other half had not come when they were read last. Every run that reads messages reads them again,
so those of a run are the ones that no later window claims.
-#}
{%- macro waiting_halves(log, windows) -%}
select halves.*
from {{ log }} as halves
left anti join {{ windows }} as again
    on
        halves.feed = again.feed
        and halves.topic = again.topic
        and halves.topic_incarnation = again.topic_incarnation
        and halves.partition = again.partition
        and halves.offset between again.first_offset and again.last_offset
        and halves.decode_batch_id < again.decode_batch_id
        and again.kind <> 'new'
        and coalesce(again.retry_reason = halves.reason, true)
where halves.reason = 'waiting_half'
{%- endmacro -%}


{#- Whether there are any. -#}
{%- macro has_waiting_halves(log, windows) -%}
    {{- return(
        changefeed.sending_pairs(changefeed.dialects()) and changefeed.is_readable(log)
        and run_query('select 1 from (' ~ changefeed.waiting_halves(log, windows) ~ ') limit 1').rows | length > 0
    ) -}}
{%- endmacro -%}


{#- The names of those dialects whose updates can come as pairs. -#}
{%- macro sending_pairs(dialects) -%}
    {{- return(dialects | selectattr('changes.pair_half', 'defined') | map(attribute='name') | list) -}}
{%- endmacro -%}
