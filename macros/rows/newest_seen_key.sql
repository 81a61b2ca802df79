{#- The newest run in which a table had a key that it had not had; 0 where there is none. -#}
{%- macro newest_seen_key(redefined) -%}
    {{- return(changefeed.high_water(redefined, ['decode_batch_id'], where="what = 'seen'", question='seen_keys')[0]) -}}
{%- endmacro -%}
