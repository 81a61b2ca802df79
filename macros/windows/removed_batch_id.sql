{#- The last load of which `changefeed maintain` has removed messages or changes; 0 when nothing was removed. -#}
{%- macro removed_batch_id(removals, removed_from=none) -%}
    {{- return(changefeed.high_water(
        removals, ['up_to_batch_id'], where="removed_from = '" ~ removed_from ~ "'" if removed_from else 'true'
    )[0]) -}}
{%- endmacro -%}


{#- Whether changes were removed: such that no fold needs (superseded changes), or once also others (changes). -#}
{%- macro has_removed_changes(removals) -%}
    {{- return(changefeed.removed_batch_id(removals, 'superseded changes') > 0 or changefeed.removed_batch_id(removals, 'changes') > 0) -}}
{%- endmacro -%}


{#- Stops a rebuild that would lose what was removed, unless the user accepts that. -#}
{%- macro refuse_rebuild_after_removal(what) -%}
    {%- if execute and not env_var('CHANGEFEED_ACCEPT_LOSS', '') -%}
        {{- exceptions.raise_compiler_error(
            what ~ ' needs messages and changes that `changefeed maintain` has removed (table removals says which): rows would be lost. '
            ~ 'Decode again from a later --since, or give --accept-loss (CHANGEFEED_ACCEPT_LOSS=yes for dbt).'
        ) -}}
    {%- endif -%}
{%- endmacro -%}
