{#-
The newest run that asked for a fold; 0 where none ever did. Asked once in a run, by models behind refold_requests.
-#}
{%- macro newest_request(requests) -%}
    {{- return(changefeed.high_water(requests, ['decode_batch_id'], where='reason is not null', once=true)[0]) -}}
{%- endmacro -%}
