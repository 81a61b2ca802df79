{#-
A statement as one line of words, so that a form can be told by a pattern that no name and no text can fool:
`Alter table "my t" add n decimal(10, 2) default 'a,b'` → `Alter table `2 add n decimal (1 #6 ,1 #8 )1 default &11`.
A quoted name is ` and the place of its token (equal names have the place of the first), what MySQL may mean as a name or a text ~, a text &,
a number #; parentheses and commas carry their depth. NULL where parentheses don't match; ? stands for what is no token.
-#}
{%- macro statement_shape(tokens, is_mysql) -%}
transform(
    array(
        aggregate(
            transform(
                {{ tokens }},
                (token, i) -> case
                    when token rlike r'(?s)\A`.+`\z' or (token rlike r'(?s)\A".+"\z' and not {{ is_mysql }})
                        then concat('`', array_position({{ tokens }}, token) - 1)
                    when token rlike r'(?s)\A".*"\z' and {{ is_mysql }} then concat('~', array_position({{ tokens }}, token) - 1)
                    when token rlike r'(?s)\A(?:[nNqQeE]{0,2}\x27.*\x27|\$(\w*)\$.*\$\1\$)\z' then concat('&', i)
                    when token rlike r'\A(?:[0-9]++(?:[.][0-9]*+)?+|[.][0-9]++)(?:[eE][+-]?[0-9]++)?+\z' then concat('#', i)
                    when token rlike r'\A(?:[\x27"`?\\]|/[*]|\$\w*\$)' then '?'
                    else token
                end
            ),
            named_struct('depth', 0, 'lowest_depth', 0, 'words', ''),
            (done, word) -> named_struct(
                'depth', done.depth + case when word in ('(', '[') then 1 when word in (')', ']') then -1 else 0 end,
                'lowest_depth', least(done.lowest_depth, done.depth),
                'words', concat(
                    done.words,
                    ' ',
                    word,
                    case when word = '(' then string(done.depth + 1) when word in (')', ',') then string(done.depth) else '' end
                )
            )
        )
    ),
    done -> if(done.depth = 0 and done.lowest_depth = 0, regexp_replace(ltrim(done.words), '(?: ;)+$', ''), null)
)[0]
{%- endmacro -%}
