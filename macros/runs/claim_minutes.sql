{#-
How many minutes a claim is good, if it is not renewed. The loader renews it each minute while the run lives, and says
so. dbt on its own renews it before each model that writes, so a model may take hours.
-#}
{%- macro claim_minutes() -%}
    {{- return(changefeed.said_by_command('claim_minutes', var('changefeed_claim_minutes', 180))) -}}
{%- endmacro -%}
