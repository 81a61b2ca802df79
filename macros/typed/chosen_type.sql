{#-
The type of a column as told_of_sources() has it: {source_type, data_type}, the first that the dialect of the feed
reads. A type of a statement, or a declared one, comes before that of messages where it says more of the same type; a
column of which nobody tells a type is the text that was sent. `changefeed tables propose` chooses so as well, and looks
at values too.
-#}
{%- macro chosen_type(told, feed) -%}
    {%- set candidates = [] -%}
    {%- for other in [told.stated, told.declared] if other and told.sent and changefeed.says_more(other, told.sent) -%}
        {%- do candidates.append(other) -%}
    {%- endfor -%}
    {%- for each in candidates + [told.sent, told.stated, told.declared, 'text', 'string'] if each | trim and changefeed.data_type(each, feed) -%}
        {{- return({'source_type': each, 'data_type': changefeed.data_type(each, feed)}) -}}
    {%- endfor -%}
    {{- return(none) -}}
{%- endmacro -%}
