{#-
The tokens of a statement, without space and comments. There are two lexers, because the same characters have other
meanings: MySQL has backslash escapes in strings, # comments and /*! code */; the others have $$ strings, E'' and q'[]'.
\x27 is the single quote, which a raw SQL literal cannot hold. Groups are possessive: without that, Java recurses and
can overflow. What is not closed (a name, a text, a comment) goes to the end, with the line break that is put there: it
is no token then, and no place is looked at twice, so that a long text of quotes takes no longer than another. The last
alternative takes characters that are no token, so that nothing is skipped unseen. Where /*! and */ are not pairs, ? is
the only token.
-#}
{%- macro statement_tokens(statement, is_mysql) -%}
transform(
    array(regexp_extract_all(
        concat({{ statement }}, '\n'),
        if(
            {{ is_mysql }},
            r'(?s)/\*M?![0-9]*+|\*/|/\*.*?(?:\*/|\z)|--(?=[\x00-\x20]|\z)[^\n]*+|#[^\n]*+|\x27(?:[^\x27\\]++|\x27\x27|\\.)*+(?:\x27|\z)|"(?:[^"\\]++|""|\\.)*+(?:"|\z)|`(?:[^`]++|``)*+(?:`|\z)|(?:[0-9]++(?:[.][0-9]*+)?+|(?<![\w$`"])[.][0-9]++)(?:[eE][+-]?[0-9]++)?+(?![\w$[^\x00-\x7f]])|[\w$[^\x00-\x7f]]++|::|\\.|\S',
            r'(?s)/\*.*?(?:\*/|\z)|--[^\n]*+|[nN]?+[qQ]\x27(?:\[.*?(?:\]\x27|\z)|\{.*?(?:\}\x27|\z)|\(.*?(?:\)\x27|\z)|<.*?(?:>\x27|\z)|([^\s\[{(<]).*?(?:\1\x27|\z))|[eE]\x27(?:[^\x27\\]++|\x27\x27|\\.)*+(?:\x27|\z)|\x27(?:[^\x27]++|\x27\x27)*+(?:\x27|\z)|"(?:[^"]++|"")*+(?:"|\z)|`(?:[^`]++|``)*+(?:`|\z)|\$(\w*+)\$.*?(?:\$\2\$|\z)|(?:[0-9]++(?:[.][0-9]*+)?+|(?<![\w$#`"])[.][0-9]++)(?:[eE][+-]?[0-9]++)?+(?![\w$#[^\x00-\x7f]])|[\w$#[^\x00-\x7f]]++|::|\S'
        ),
        0
    )),
    found -> if(
        {{ is_mysql }} and size(filter(found, token -> token rlike r'^/\*M?!')) <> size(filter(found, token -> token = '*/')),
        array('?'),
        filter(found, token -> not (token rlike if({{ is_mysql }}, r'(?s)\A(?:/\*M?![0-9]*+|\*/|/\*.*\*/|--.*|#.*)\z', r'(?s)\A(?:/\*(?!.*/\*).*\*/|--.*)\z')))
    )
)[0]
{%- endmacro -%}
