{#-
Whether a model that found nothing writes a row that says how far it has looked: only some runs after its last row.
Until then the next runs look at the messages of these runs once more, which costs less than a commit in each run.
-#}
{%- macro is_far_behind(run, seen_batch_id) -%}
    {{- return(run - seen_batch_id > 8) -}}
{%- endmacro -%}
