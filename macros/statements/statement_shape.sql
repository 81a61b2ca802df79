{#-
A statement as one line of words, so that a pattern can find its form, whatever its names and texts hold: `Alter table
"my t" add n decimal(10, 2) default 'a,b'` → `Alter table `2 add n decimal (1 #6 ,1 #8 )1 default &11`.

- A quoted name is ` and the place of its token. Equal names have the place of the first.
- ~ is what MySQL may mean as a name or a text, & a text, # a number.
- Parentheses and commas have their depth.
- ? is a character that is no token. NULL where parentheses do not match.

Words are put together in runs of 256. The place of a name's first token is looked up only where a form compares names
(USING). So each column costs as much in a statement of thousands of columns as in a short one.
-#}
{%- macro statement_shape(tokens, is_mysql) -%}
transform(
    array({{ changefeed._shape_words(tokens, is_mysql) }}),
    words -> transform(
    array(transform(sequence(0, size(words) div 256), run -> slice(words, run * 256 + 1, 256))),
    runs -> transform(
    array(transform(
        runs,
        run -> size(filter(run, word -> word in ('(', '['))) - size(filter(run, word -> word in (')', ']')))
    )),
    opened -> transform(
    array(transform(
        runs,
        (run, i) -> aggregate(
            run,
            transform(
                array(aggregate(slice(opened, 1, i), 0, (depth, each) -> depth + each)),
                depth -> named_struct('depth', depth, 'lowest_depth', depth, 'words', '')
            )[0],
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
    )),
    lines -> if(
        element_at(lines, -1).depth = 0 and forall(lines, line -> line.lowest_depth >= 0),
        rtrim(' ;', ltrim(array_join(transform(lines, line -> line.words), ''))),
        null
    )
    )[0])[0])[0]
)[0]
{%- endmacro -%}


{#- Each token as a word of the shape, without the depth of parentheses and commas. -#}
{%- macro _shape_words(tokens, is_mysql) -%}
transform(
    array(exists({{ tokens }}, token -> lower(token) = 'using')),
    compares_names -> transform(
        {{ tokens }},
        (token, i) -> case
            when token rlike r'(?s)\A`.+`\z' or (token rlike r'(?s)\A".+"\z' and not {{ is_mysql }})
                then concat('`', if(compares_names, array_position({{ tokens }}, token) - 1, i))
            when token rlike r'(?s)\A".*"\z' and {{ is_mysql }}
                then concat('~', if(compares_names, array_position({{ tokens }}, token) - 1, i))
            when token rlike r'(?s)\A(?:[nNqQeE]{0,2}\x27.*\x27|\$(\w*)\$.*\$\1\$)\z' then concat('&', i)
            when token rlike r'\A(?:[0-9]++(?:[.][0-9]*+)?+|[.][0-9]++)(?:[eE][+-]?[0-9]++)?+\z' then concat('#', i)
            when token rlike r'\A(?:[nNqQeE]{0,2}\x27|["`?\\]|/[*]|\$\w*+\$)' then '?'
            else token
        end
    )
)[0]
{%- endmacro -%}
