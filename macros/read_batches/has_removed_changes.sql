{#-
Whether changes were removed: changes that no fold needs (superseded changes), or, by an earlier release, also others
(changes).
-#}
{%- macro has_removed_changes(removals) -%}
    {{- return(changefeed.removed_batch_id(removals, 'superseded changes') > 0 or changefeed.removed_batch_id(removals, 'changes') > 0) -}}
{%- endmacro -%}
