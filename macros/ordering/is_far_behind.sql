{#-
Whether a model that found nothing writes a row that says how far it has looked. Such a row is written only some runs
after the last row of the model. Until then each run looks again at the messages of those runs, which costs less than a
commit in each run.
-#}
{%- macro is_far_behind(run, seen_batch_id) -%}
    {{- return(run - seen_batch_id > 8) -}}
{%- endmacro -%}
