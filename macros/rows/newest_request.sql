{#-
The newest run that asked for a fold; 0 where there is none. Asked once in a run, by models that run after
refold_requests.
-#}
{%- macro newest_request(requests) -%}
    {{- return(changefeed.high_water(requests, ['decode_batch_id'], where='reason is not null', once=true, question='newest_request')[0]) -}}
{%- endmacro -%}
