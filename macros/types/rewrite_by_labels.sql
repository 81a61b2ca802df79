{#-
What makes a text that was written under one type mean the same under another, for dialects that write ENUM and SET as numbers: none where it does already (labels were added at the end), a dict of numbers where labels of an ENUM moved, or 'unreadable'.
The key rewrite of a dialect (debezium_rewrite()) is the same for other types.
-#}
{%- macro rewrite_by_labels(old, new, feed) -%}
    {%- set before = changefeed.known_type(old, feed) if old else none -%}
    {%- set after = changefeed.known_type(new, feed) -%}
    {%- if not before or not after or after.reader not in ('mysql_enum', 'mysql_set') or before.reader != after.reader or after.labels[:before.labels | length] == before.labels -%}
        {{- return(none) -}}
    {%- elif after.reader == 'mysql_set' -%}
        {{- return('unreadable') -}}
    {%- endif -%}
    {%- set numbers = {'0': '0'} -%}
    {%- for label in before.labels if label in after.labels -%}
        {%- do numbers.update({(before.labels.index(label) + 1) | string: (after.labels.index(label) + 1) | string}) -%}
    {%- endfor -%}
    {{- return(numbers) -}}
{%- endmacro -%}
