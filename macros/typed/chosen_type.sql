{#-
The type of a column as told_of_sources() has it: {source_type, data_type}, the first that the dialect of the feed
reads. A type of a statement, or a declared one, comes before that of messages where it says more of the same type; a
column of which nobody tells a type is the text that was sent. `changefeed tables propose` chooses so as well, and looks
at values too.
-#}
{%- macro chosen_type(told, feed) -%}
    {%- set candidates = [] -%}
    {%- for other in [told.stated, told.declared] if other and told.sent and changefeed._says_more(other | trim | lower, told.sent | trim | lower) -%}
        {%- do candidates.append(other) -%}
    {%- endfor -%}
    {%- for each in candidates + [told.sent, told.stated, told.declared, 'text', 'string'] if each | trim and changefeed.data_type(each, feed) -%}
        {{- return({'source_type': each, 'data_type': changefeed.data_type(each, feed)}) -}}
    {%- endfor -%}
    {{- return(none) -}}
{%- endmacro -%}


{#- Such is enum('a') beside io.debezium.data.Enum, and bigint unsigned beside bigint, or Connect's int64. -#}
{%- macro _says_more(source_type, sent) -%}
    {%- set bare = sent.split('.')[-1] -%}
    {{- return(
        '(' not in sent and (source_type.startswith(bare ~ '(') or source_type.startswith(bare ~ ' '))
        or changefeed._is_unsigned_bigint(source_type) and not changefeed._is_unsigned_bigint(sent)
    ) -}}
{%- endmacro -%}


{%- macro _is_unsigned_bigint(source_type) -%}
    {%- set words = modules.re.sub('[(].*?[)]', ' ', source_type).split() -%}
    {{- return(words | length > 0 and words[0] == 'bigint' and 'unsigned' in words[1:]) -}}
{%- endmacro -%}
