{#-
The masks of the seed changefeed_table_masks, from its lines as JSON: the strictest first, because the first that fits a
column acts. Each has the patterns of its feed, its table and its column (none where all fit), an action, and what
stands behind the action's colon. A cell that says null is empty for dbt: so a line without an action is one of null.
-#}
{%- macro masks(lines) -%}
    {%- set found = [] -%}
    {%- for action in changefeed.mask_actions() -%}
        {%- for line in fromjson(lines or '[]') if (line.action or 'null').split(':')[0] == action -%}
            {%- do found.append(dict(line, action=action, argument=(line.action or '').split(':')[1:] | join(':'))) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
