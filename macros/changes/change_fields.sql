{#-
What a dialect gives for a message: expressions over the message's parsed envelope, by these names. A message carries
one event, or row changes: as many as the longer of after_rows and before_rows has elements. The two are paired by
place.
-#}
{%- macro change_fields() -%}
    {%- set fields = {} -%}
    {%- for column in changefeed.columns() if column.is_said -%}
        {%- do fields.update({column.name: column.type}) -%}
    {%- endfor -%}
    {{- return(dict(fields, after_rows='array<map<string,string>>', before_rows='array<map<string,string>>', pair_side='string')) -}}
{%- endmacro -%}
