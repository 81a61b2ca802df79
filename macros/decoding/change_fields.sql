{#-
What a dialect says of a message: expressions over the message's parsed envelope, by these names. A message carries one
event, or as many row changes as the longer of after_rows and before_rows has elements (the two are paired by place).
-#}
{%- macro change_fields() -%}
    {%- set fields = {} -%}
    {%- for column in changefeed.columns() if column.is_said -%}
        {%- do fields.update({column.name: column.type}) -%}
    {%- endfor -%}
    {{- return(dict(fields, after_rows='array<map<string,string>>', before_rows='array<map<string,string>>', pair_side='string')) -}}
{%- endmacro -%}
