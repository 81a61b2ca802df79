{#- The last load from which `changefeed maintain` has removed messages or changes; 0 where nothing was removed. -#}
{%- macro removed_batch_id(removals, removed_from=none) -%}
    {{- return(changefeed.high_water(
        removals, ['up_to_batch_id'], where="removed_from = '" ~ removed_from ~ "'" if removed_from else 'true', question='removed'
    )[0]) -}}
{%- endmacro -%}
