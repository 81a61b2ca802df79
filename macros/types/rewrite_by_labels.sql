{#-
What becomes of a text that was written before an ALTER, for dialects that write ENUM and SET as numbers. None: it means
the same (labels were added at the end). A dict, old number → new number: labels of an ENUM moved. 'unreadable': nothing
makes it mean the same. The key `rewrite` of a dialect (debezium_rewrite()) answers for other types.
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
