{#-
The tokens of a statement, without space and comments. There are two lexers, because the same characters have other
meanings: MySQL has backslash escapes in strings, # comments and /*! code */; the others have $$ strings, E'' and q'[]'.
\x27 is the single quote, which a raw SQL literal cannot hold. Groups are possessive: without that, Java recurses and
can overflow. The last alternative takes characters that are no token, so that nothing is skipped unseen. It also takes
an unclosed comment.
-#}
{%- macro statement_tokens(statement, is_mysql) -%}
filter(
    regexp_extract_all(
        {{ statement }},
        if(
            {{ is_mysql }},
            r'(?s)/\*M?![0-9]*+(?=.*?\*/)|\*/|/\*.*?(?:\*/|\z)|--(?=[\x00-\x20]|\z)[^\n]*+|#[^\n]*+|\x27(?:[^\x27\\]++|\x27\x27|\\.)*+\x27|"(?:[^"\\]++|""|\\.)*+"|`(?:[^`]++|``)*+`|(?:[0-9]++(?:[.][0-9]*+)?+|(?<![\w$`"])[.][0-9]++)(?:[eE][+-]?[0-9]++)?+(?![\w$[^\x00-\x7f]])|[\w$[^\x00-\x7f]]++|::|\\.|\S',
            r'(?s)/\*.*?(?:\*/|\z)|--[^\n]*+|[nN]?[qQ]\x27(?:\[.*?\]|\{.*?\}|\(.*?\)|<.*?>|([^\s\[{(<]).*?\1)\x27|[eE]\x27(?:[^\x27\\]++|\x27\x27|\\.)*+\x27|\x27(?:[^\x27]++|\x27\x27)*+\x27|"(?:[^"]++|"")*+"|`(?:[^`]++|``)*+`|\$(\w*+)\$.*?(?:\$\2\$|\z)|(?:[0-9]++(?:[.][0-9]*+)?+|(?<![\w$#`"])[.][0-9]++)(?:[eE][+-]?[0-9]++)?+(?![\w$#[^\x00-\x7f]])|[\w$#[^\x00-\x7f]]++|::|\S'
        ),
        0
    ),
    token -> not (token rlike if({{ is_mysql }}, r'(?s)\A(?:/\*M?![0-9]*|\*/|/\*.*\*/|--.*|#.*)\z', r'(?s)\A(?:/\*(?!.*/\*).*\*/|--.*)\z'))
)
{%- endmacro -%}
