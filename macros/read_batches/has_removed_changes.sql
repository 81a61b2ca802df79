{#- Whether changes were removed: such that no fold needs (superseded changes), or once also others (changes). -#}
{%- macro has_removed_changes(removals) -%}
    {{- return(changefeed.removed_batch_id(removals, 'superseded changes') > 0 or changefeed.removed_batch_id(removals, 'changes') > 0) -}}
{%- endmacro -%}
