create or replace table changefeed_internal.statements

    using delta

      comment '…'

      as

with statements as (

    select
        *,
        transform(
            array(named_struct(
                'statement', if(length(statement) > 262144, '?', statement),
                'database', coalesce(source_database, ''),
                'schema', coalesce(source_schema, ''),
                'table', coalesce(source_table, ''),
                'is_mysql', coalesce(source_schema, '') = ''
            )),
            given -> transform(
            array(transform(
            array(regexp_extract_all(
                concat(given.statement, '\n'),
                if(
                    given.is_mysql,
                    r'(?s)/\*M?![0-9]*+|\*/|/\*.*?(?:\*/|\z)|--(?=[\x00-\x20]|\z)[^\n]*+|#[^\n]*+|\x27(?:[^\x27\\]++|\x27\x27|\\.)*+(?:\x27|\z)|"(?:[^"\\]++|""|\\.)*+(?:"|\z)|`(?:[^`]++|``)*+(?:`|\z)|(?:[0-9]++(?:[.][0-9]*+)?+|(?<![\w$`"])[.][0-9]++)(?:[eE][+-]?[0-9]++)?+(?![\w$[^\x00-\x7f]])|[\w$[^\x00-\x7f]]++|::|\\.|\S',
                    r'(?s)/\*.*?(?:\*/|\z)|--[^\n]*+|[nN]?+[qQ]\x27(?:\[.*?(?:\]\x27|\z)|\{.*?(?:\}\x27|\z)|\(.*?(?:\)\x27|\z)|<.*?(?:>\x27|\z)|([^\s\[{(<]).*?(?:\1\x27|\z))|[eE]\x27(?:[^\x27\\]++|\x27\x27|\\.)*+(?:\x27|\z)|\x27(?:[^\x27]++|\x27\x27)*+(?:\x27|\z)|"(?:[^"]++|"")*+(?:"|\z)|`(?:[^`]++|``)*+(?:`|\z)|\$(\w*+)\$.*?(?:\$\2\$|\z)|(?:[0-9]++(?:[.][0-9]*+)?+|(?<![\w$#`"])[.][0-9]++)(?:[eE][+-]?[0-9]++)?+(?![\w$#[^\x00-\x7f]])|[\w$#[^\x00-\x7f]]++|::|\S'
                ),
                0
            )),
            found -> if(
                given.is_mysql and size(filter(found, token -> token rlike r'^/\*M?!')) <> size(filter(found, token -> token = '*/')),
                array('?'),
                filter(found, token -> not (token rlike if(given.is_mysql, r'(?s)\A(?:/\*M?![0-9]*+|\*/|/\*.*\*/|--.*|#.*)\z', r'(?s)\A(?:/\*(?!.*/\*).*\*/|--.*)\z')))
            )
        )[0]),
            tokens -> transform(
            array(transform(
            array(transform(
            array(exists(tokens, token -> lower(token) = 'using')),
            compares_names -> transform(
                tokens,
                (token, i) -> case
                    when token rlike r'(?s)\A`.+`\z' or (token rlike r'(?s)\A".+"\z' and not given.is_mysql)
                        then concat('`', if(compares_names, array_position(tokens, token) - 1, i))
                    when token rlike r'(?s)\A".*"\z' and given.is_mysql
                        then concat('~', if(compares_names, array_position(tokens, token) - 1, i))
                    when token rlike r'(?s)\A(?:[nNqQeE]{0,2}\x27.*\x27|\$(\w*)\$.*\$\1\$)\z' then concat('&', i)
                    when token rlike r'\A(?:[0-9]++(?:[.][0-9]*+)?+|[.][0-9]++)(?:[eE][+-]?[0-9]++)?+\z' then concat('#', i)
                    when token rlike r'\A(?:[nNqQeE]{0,2}\x27|["`?\\]|/[*]|\$\w*+\$)' then '?'
                    else token
                end
            )
        )[0]),
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
        )[0]),
            shape -> transform(
            array(case
            when shape is null or contains(shape, '?') then null
            when shape rlike r'(?is)\A(?:TRUNCATE (?:TABLE )?+(?:IF EXISTS )?+((?:ONLY )?+(?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: [*])?(?: ,0 (?:ONLY )?+(?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: [*])?)*+)(?: (?:RESTART|CONTINUE) IDENTITY)?(?: RESTRICT)?(?: (?:PURGE|PRESERVE) MATERIALIZED VIEW LOG)?(?: (?:DROP|REUSE)(?: ALL)? STORAGE)?(?: WAIT #[0-9]+| NOWAIT)?)\z' then flatten(transform(
                    transform(split(regexp_extract(shape, r'(?is)\A(?:TRUNCATE (?:TABLE )?+(?:IF EXISTS )?+((?:ONLY )?+(?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: [*])?(?: ,0 (?:ONLY )?+(?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: [*])?)*+)(?: (?:RESTART|CONTINUE) IDENTITY)?(?: RESTRICT)?(?: (?:PURGE|PRESERVE) MATERIALIZED VIEW LOG)?(?: (?:DROP|REUSE)(?: ALL)? STORAGE)?(?: WAIT #[0-9]+| NOWAIT)?)\z', 1), ' ,0 '), item -> regexp_replace(item, '(?i)^ONLY | [*]$', '')),
                    item -> array(concat('truncate\t', item, '\t\t\t\t'))
                ))
            when shape rlike r'(?is)\A(?:ALTER TABLE ((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)) TRUNCATE PARTITION ALL)\z' then flatten(transform(
                    transform(split(regexp_extract(shape, r'(?is)\A(?:ALTER TABLE ((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)) TRUNCATE PARTITION ALL)\z', 1), ' ,0 '), item -> regexp_replace(item, '(?i)^ONLY | [*]$', '')),
                    item -> array(concat('truncate\t', item, '\t\t\t\t'))
                ))
            when shape rlike r'(?is)\A(?:DROP TABLES? (?:IF EXISTS )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: ,0 (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+))*+)(?: CASCADE CONSTRAINTS| CASCADE| RESTRICT| PURGE)*+(?: AS [`~\w$[^\x00-\x7f]][^ ]*+)?(?: WAIT #[0-9]+| NOWAIT)?)\z' then flatten(transform(
                    transform(split(regexp_extract(shape, r'(?is)\A(?:DROP TABLES? (?:IF EXISTS )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: ,0 (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+))*+)(?: CASCADE CONSTRAINTS| CASCADE| RESTRICT| PURGE)*+(?: AS [`~\w$[^\x00-\x7f]][^ ]*+)?(?: WAIT #[0-9]+| NOWAIT)?)\z', 1), ' ,0 '), item -> regexp_replace(item, '(?i)^ONLY | [*]$', '')),
                    item -> array(concat('drop_table\t', item, '\t\t\t\t'))
                ))
            when shape rlike r'(?is)\A(?:DROP DATABASE (?:IF EXISTS )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: ,0 (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+))*+)(?: (?:WITH )?[(]1 FORCE [)]1)?)\z' then flatten(transform(
                    transform(split(regexp_extract(shape, r'(?is)\A(?:DROP DATABASE (?:IF EXISTS )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: ,0 (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+))*+)(?: (?:WITH )?[(]1 FORCE [)]1)?)\z', 1), ' ,0 '), item -> regexp_replace(item, '(?i)^ONLY | [*]$', '')),
                    item -> array(concat('drop_table\t', item, ' .  . \t\t\t\t'))
                ))
            when shape rlike r'(?is)\A(?:DROP SCHEMA (?:IF EXISTS )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: ,0 (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+))*+)(?: CASCADE CONSTRAINTS| CASCADE| RESTRICT| PURGE)*+(?: AS [`~\w$[^\x00-\x7f]][^ ]*+)?)\z' then flatten(transform(
                    transform(split(regexp_extract(shape, r'(?is)\A(?:DROP SCHEMA (?:IF EXISTS )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: ,0 (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+))*+)(?: CASCADE CONSTRAINTS| CASCADE| RESTRICT| PURGE)*+(?: AS [`~\w$[^\x00-\x7f]][^ ]*+)?)\z', 1), ' ,0 '), item -> regexp_replace(item, '(?i)^ONLY | [*]$', '')),
                    item -> array(concat('drop_table\t', item, ' . \t\t\t\t'))
                ))
            when shape rlike r'(?is)\A(?:DROP USER (?:IF EXISTS )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)) CASCADE)\z' then flatten(transform(
                    transform(split(regexp_extract(shape, r'(?is)\A(?:DROP USER (?:IF EXISTS )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)) CASCADE)\z', 1), ' ,0 '), item -> regexp_replace(item, '(?i)^ONLY | [*]$', '')),
                    item -> array(concat('drop_table\t', item, ' . \t\t\t\t'))
                ))
            when shape rlike r'(?is)\A(?:CREATE OR REPLACE TABLE ((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)) [^;]+)\z' then flatten(transform(
                    transform(split(regexp_extract(shape, r'(?is)\A(?:CREATE OR REPLACE TABLE ((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)) [^;]+)\z', 1), ' ,0 '), item -> regexp_replace(item, '(?i)^ONLY | [*]$', '')),
                    item -> array(concat('drop_table\t', item, '\t\t\t\t'), concat('create_table\t', item, '\t\t\t\t'))
                ))
            when shape rlike r'(?is)\A(?:CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)) [^;]+)\z' then flatten(transform(
                    transform(split(regexp_extract(shape, r'(?is)\A(?:CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)) [^;]+)\z', 1), ' ,0 '), item -> regexp_replace(item, '(?i)^ONLY | [*]$', '')),
                    item -> array(concat('create_table\t', item, '\t\t\t\t'))
                ))
            when shape rlike r'(?is)\A(?:RENAME (?:TABLES? (?:IF EXISTS )?+)?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+) TO (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: ,0 (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+) TO (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+))*+))\z' then flatten(transform(
                    transform(split(regexp_extract(shape, r'(?is)\A(?:RENAME (?:TABLES? (?:IF EXISTS )?+)?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+) TO (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: ,0 (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+) TO (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+))*+))\z', 1), ' ,0 '), item -> regexp_replace(item, '(?i)^ONLY | [*]$', '')),
                    item -> array(concat('rename_table\t', regexp_replace(item, r'(?is)\A(?:((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)) TO ((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)))\z', '$1\t\t\t$2\t')))
                ))
            when shape rlike r'(?is)\A(?:(?:CREATE|DROP) (?:OR REPLACE )?+(?:(?:GLOBAL|LOCAL|PRIVATE) )?+TEMP(?:ORARY)? (?:TABLES?|VIEW|SEQUENCE|RECURSIVE VIEW) [^;]+)\z' then cast(array() as array<string>)
            when shape rlike r'(?is)\A(?:CREATE (?:(?:OR REPLACE|DEFINER = (?:[&~][0-9]+|[`~\w$[^\x00-\x7f]][^ ]*+)(?: @ (?:[&~][0-9]+|[`~\w$[^\x00-\x7f]][^ ]*+))?(?: [(]1 [)]1)?|ALGORITHM = [`~\w$[^\x00-\x7f]][^ ]*+|SQL SECURITY [`~\w$[^\x00-\x7f]][^ ]*+|NO FORCE|NOFORCE|FORCE|EDITIONABLE|NONEDITIONABLE|UNIQUE|FULLTEXT|SPATIAL|VECTOR|BITMAP|ONLINE|OFFLINE|PUBLIC|RECURSIVE|MATERIALIZED|CONSTRAINT|TRUSTED|PROCEDURAL|GLOBAL) )*+(?:PROCEDURE|FUNCTION|TRIGGER|EVENT|PACKAGE) .+)\z' then cast(array() as array<string>)
            when shape rlike r'(?is)\A(?:CREATE (?:(?:OR REPLACE|DEFINER = (?:[&~][0-9]+|[`~\w$[^\x00-\x7f]][^ ]*+)(?: @ (?:[&~][0-9]+|[`~\w$[^\x00-\x7f]][^ ]*+))?(?: [(]1 [)]1)?|ALGORITHM = [`~\w$[^\x00-\x7f]][^ ]*+|SQL SECURITY [`~\w$[^\x00-\x7f]][^ ]*+|NO FORCE|NOFORCE|FORCE|EDITIONABLE|NONEDITIONABLE|UNIQUE|FULLTEXT|SPATIAL|VECTOR|BITMAP|ONLINE|OFFLINE|PUBLIC|RECURSIVE|MATERIALIZED|CONSTRAINT|TRUSTED|PROCEDURAL|GLOBAL) )*+(?:(?:INDEX|VIEW|SEQUENCE|SYNONYM|ROLE|USER|RULE|POLICY|STATISTICS|PUBLICATION|SUBSCRIPTION|OUTLINE|PROFILE|DIRECTORY|RESOURCE|TABLEGROUP|SERVER|LOGFILE|REFERENCE|EVENT|PROCEDURE|TRIGGER|(?:FOREIGN|EXTERNAL) TABLE)|(?:FUNCTION|TYPE|DOMAIN|EXTENSION|OPERATOR|COLLATION|CAST|LANGUAGE|CONVERSION|AGGREGATE|TEXT SEARCH|ACCESS METHOD|TABLESPACE|PACKAGE)) [^;]+)\z' then cast(array() as array<string>)
            when shape rlike r'(?is)\A(?:CREATE (?:DATABASE|SCHEMA) (?!.* CREATE )[^;]+)\z' then cast(array() as array<string>)
            when shape rlike r'(?is)\A(?:DROP (?:(?:OR REPLACE|DEFINER = (?:[&~][0-9]+|[`~\w$[^\x00-\x7f]][^ ]*+)(?: @ (?:[&~][0-9]+|[`~\w$[^\x00-\x7f]][^ ]*+))?(?: [(]1 [)]1)?|ALGORITHM = [`~\w$[^\x00-\x7f]][^ ]*+|SQL SECURITY [`~\w$[^\x00-\x7f]][^ ]*+|NO FORCE|NOFORCE|FORCE|EDITIONABLE|NONEDITIONABLE|UNIQUE|FULLTEXT|SPATIAL|VECTOR|BITMAP|ONLINE|OFFLINE|PUBLIC|RECURSIVE|MATERIALIZED|CONSTRAINT|TRUSTED|PROCEDURAL|GLOBAL) )*+(?:INDEX|VIEW|SEQUENCE|SYNONYM|ROLE|USER|RULE|POLICY|STATISTICS|PUBLICATION|SUBSCRIPTION|OUTLINE|PROFILE|DIRECTORY|RESOURCE|TABLEGROUP|SERVER|LOGFILE|REFERENCE|EVENT|PROCEDURE|TRIGGER|(?:FOREIGN|EXTERNAL) TABLE) [^;]+)\z' then cast(array() as array<string>)
            when shape rlike r'(?is)\A(?:DROP (?:(?:OR REPLACE|DEFINER = (?:[&~][0-9]+|[`~\w$[^\x00-\x7f]][^ ]*+)(?: @ (?:[&~][0-9]+|[`~\w$[^\x00-\x7f]][^ ]*+))?(?: [(]1 [)]1)?|ALGORITHM = [`~\w$[^\x00-\x7f]][^ ]*+|SQL SECURITY [`~\w$[^\x00-\x7f]][^ ]*+|NO FORCE|NOFORCE|FORCE|EDITIONABLE|NONEDITIONABLE|UNIQUE|FULLTEXT|SPATIAL|VECTOR|BITMAP|ONLINE|OFFLINE|PUBLIC|RECURSIVE|MATERIALIZED|CONSTRAINT|TRUSTED|PROCEDURAL|GLOBAL) )*+(?:FUNCTION|TYPE|DOMAIN|EXTENSION|OPERATOR|COLLATION|CAST|LANGUAGE|CONVERSION|AGGREGATE|TEXT SEARCH|ACCESS METHOD|TABLESPACE|PACKAGE) (?!.* (?:CASCADE|FORCE|INCLUDING)(?= |$))[^;]+)\z' then cast(array() as array<string>)
            when shape rlike r'(?is)\A(?:ALTER (?:DATABASE|SCHEMA) (?!.* RENAME )[^;]+)\z' then cast(array() as array<string>)
            when shape rlike r'(?is)\A(?:ALTER TYPE (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+) (?:ADD VALUE|OWNER TO|SET SCHEMA|RENAME TO) [^;]+)\z' then cast(array() as array<string>)
            when shape rlike r'(?is)\A(?:ALTER (?:(?:OR REPLACE|DEFINER = (?:[&~][0-9]+|[`~\w$[^\x00-\x7f]][^ ]*+)(?: @ (?:[&~][0-9]+|[`~\w$[^\x00-\x7f]][^ ]*+))?(?: [(]1 [)]1)?|ALGORITHM = [`~\w$[^\x00-\x7f]][^ ]*+|SQL SECURITY [`~\w$[^\x00-\x7f]][^ ]*+|NO FORCE|NOFORCE|FORCE|EDITIONABLE|NONEDITIONABLE|UNIQUE|FULLTEXT|SPATIAL|VECTOR|BITMAP|ONLINE|OFFLINE|PUBLIC|RECURSIVE|MATERIALIZED|CONSTRAINT|TRUSTED|PROCEDURAL|GLOBAL) )*+(?:(?:INDEX|VIEW|SEQUENCE|SYNONYM|ROLE|USER|RULE|POLICY|STATISTICS|PUBLICATION|SUBSCRIPTION|OUTLINE|PROFILE|DIRECTORY|RESOURCE|TABLEGROUP|SERVER|LOGFILE|REFERENCE|EVENT|PROCEDURE|TRIGGER|(?:FOREIGN|EXTERNAL) TABLE)|(?!TYPE )(?:FUNCTION|TYPE|DOMAIN|EXTENSION|OPERATOR|COLLATION|CAST|LANGUAGE|CONVERSION|AGGREGATE|TEXT SEARCH|ACCESS METHOD|TABLESPACE|PACKAGE)|SYSTEM|SESSION|INSTANCE) [^;]+)\z' then cast(array() as array<string>)
            when shape rlike r'(?is)\A(?:RENAME (?:USER|ROLE) [^;]+)\z' then cast(array() as array<string>)
            when shape rlike r'(?is)\A(?:(?:GRANT|REVOKE|ANALYZE|COMMENT|USE|FLUSH|OPTIMIZE|VACUUM|REINDEX|REFRESH|LOCK|UNLOCK|PURGE|SET(?! STATEMENT ))(?: [^;]+)?)\z' then cast(array() as array<string>)
            when shape rlike r'(?is)\A(?:(?:BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)(?: (?:WORK|TRANSACTION))?(?: (?:TO |SAVEPOINT )*+[`~\w$[^\x00-\x7f]][^ ]*+)?)\z' then cast(array() as array<string>)
            when shape rlike r'(?is)\A(?:ALTER TABLE (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+) (?:ADD (?:SUB)?PARTITION (?:IF NOT EXISTS )?+(?:[(]1 [^#]|(?:[`~\w$[^\x00-\x7f]][^ ]*+ )?VALUES |PARTITIONS )|(?:REORGANIZE|REBUILD|COALESCE|OPTIMIZE|ANALYZE|CHECK) PARTITION |REMOVE PARTITIONING|(?:SPLIT|MERGE|MOVE) (?:SUB)?PARTITIONS? |RENAME (?:SUB)?PARTITION [`~\w$[^\x00-\x7f]][^ ]*+ TO |PARTITION BY |ORDER BY )[^;]*)\z' then cast(array() as array<string>)
            else transform(
                array(split(regexp_replace(shape, r'(?is)\A(?:ALTER (?:(?:ONLINE|OFFLINE|IGNORE) )*+TABLE (?:IF EXISTS )?+(?:ONLY )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+))(?: [*])?(?: WAIT #[0-9]+| NOWAIT)? ([^;]+))\z', '$1\t$2'), '\t')),
                altered -> if(size(altered) = 2, flatten(transform(
                    flatten(transform(
            split(regexp_replace(altered[1], r'(?i) ([)]1) (?=(?:ADD|MODIFY|DROP) [(]1 )', ' $1 ,0 '), ' ,0 '),
            clause -> if(
                clause rlike r'(?is)\A(?:(ADD|MODIFY|DROP|SET UNUSED)(?: COLUMNS?)? [(]1 (.*?) [)]1((?: CASCADE CONSTRAINTS| CASCADE| INVALIDATE| ONLINE| CHECKPOINT #[0-9]+)*+))\z' and not substr(clause, instr(clause, '(1 ') + 3) rlike '[(]1 ',transform(
                    array(named_struct(
                        'before', regexp_extract(clause, r'(?is)\A(?:(ADD|MODIFY|DROP|SET UNUSED)(?: COLUMNS?)? [(]1 (.*?) [)]1((?: CASCADE CONSTRAINTS| CASCADE| INVALIDATE| ONLINE| CHECKPOINT #[0-9]+)*+))\z', 1),
                        'items', split(regexp_extract(clause, r'(?is)\A(?:(ADD|MODIFY|DROP|SET UNUSED)(?: COLUMNS?)? [(]1 (.*?) [)]1((?: CASCADE CONSTRAINTS| CASCADE| INVALIDATE| ONLINE| CHECKPOINT #[0-9]+)*+))\z', 2), ' ,1 '),
                        'after', regexp_extract(clause, r'(?is)\A(?:(ADD|MODIFY|DROP|SET UNUSED)(?: COLUMNS?)? [(]1 (.*?) [)]1((?: CASCADE CONSTRAINTS| CASCADE| INVALIDATE| ONLINE| CHECKPOINT #[0-9]+)*+))\z', 3)
                    )),
                    parts -> transform(parts.items, item -> concat_ws(' ', parts.before, item) || parts.after)
                )[0],
                array(clause)
            )
        )),
                    clause -> transform(
                        case
            when clause rlike r'(?is)\A(?:ADD (?:CONSTRAINT (?:IF NOT EXISTS )?+(?:(?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+) )?)?(?:PRIMARY KEY|FOREIGN KEY|UNIQUE|CHECK|NOT NULL|EXCLUDE(?= USING | [(]))(?: .+)?)\z' then cast(array() as array<string>)
            when clause rlike r'(?is)\A(?:ADD (?:(?:FULLTEXT|SPATIAL|VECTOR)(?: (?:INDEX|KEY))?|INDEX|KEY)(?: IF NOT EXISTS)?+(?: [`~\w$[^\x00-\x7f]][^ ]*+)?(?: (?:USING|TYPE) [`~\w$[^\x00-\x7f]][^ ]*+)? [(][12] [^#].*)\z' then cast(array() as array<string>)
            when clause rlike r'(?is)\A(?:DROP (?:PRIMARY KEY|(?:INDEX|KEY|FOREIGN KEY|CHECK|CONSTRAINT)(?: IF EXISTS)?+ (?!(?:CASCADE|RESTRICT)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+|UNIQUE (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$)))(?: CASCADE| RESTRICT| ONLINE| (?:KEEP|DROP) INDEX)*+)\z' then cast(array() as array<string>)
            when clause rlike r'(?is)\A(?:RENAME (?:INDEX|KEY|CONSTRAINT) (?:IF EXISTS )?+[`~\w$[^\x00-\x7f]][^ ]*+ TO [`~\w$[^\x00-\x7f]][^ ]*+)\z' then cast(array() as array<string>)
            when clause rlike r'(?is)\A(?:(?:SET )?(?:(?:ENGINE|AUTO_INCREMENT|AVG_ROW_LENGTH|(?:DEFAULT )?(?:CHARACTER SET|CHARSET|COLLATE)|CHECKSUM|COMMENT|COMPRESSION|CONNECTION|(?:DATA|INDEX) DIRECTORY|DELAY_KEY_WRITE|ENCRYPTION|ENCRYPTED|ENCRYPTION_KEY_ID|(?:SECONDARY_)?ENGINE_ATTRIBUTE|INSERT_METHOD|KEY_BLOCK_SIZE|M(?:AX|IN)_ROWS|PACK_KEYS|PAGE_CHECKSUM|PAGE_COMPRESSED|PAGE_COMPRESSION_LEVEL|ROW_FORMAT|SECONDARY_ENGINE|STATS_(?:AUTO_RECALC|PERSISTENT|SAMPLE_PAGES)|TABLESPACE|STORAGE|TRANSACTIONAL|AUTOEXTEND_SIZE|ALGORITHM|LOCK|TABLEGROUP|LOCALITY|PRIMARY_ZONE|REPLICA_NUM|BLOCK_SIZE|USE_BLOOM_FILTER|PROGRESSIVE_MERGE_NUM|TABLET_SIZE|PCTFREE|PCTUSED|INITRANS|DUPLICATE_SCOPE|TABLE_MODE|PARALLEL|SHARD_ROW_ID_BITS|AUTO_ID_CACHE)(?: =)?+ [+-]?(?:[`~\w$[^\x00-\x7f]][^ ]*+|[&~][0-9]+|#[0-9]+)(?: (?=[^ ])|$))++)\z' then cast(array() as array<string>)
            when clause rlike r'(?is)\A(?:(?:ENABLE|DISABLE) .+|FORCE|NO FORCE ROW LEVEL SECURITY|FORCE ROW LEVEL SECURITY|(?:WITH|WITHOUT) VALIDATION|OWNER TO [`~\w$[^\x00-\x7f]][^ ]*+|SET TABLESPACE [`~\w$[^\x00-\x7f]][^ ]*+(?: NOWAIT)?|SET (?:UN)?LOGGED|SET WITHOUT (?:OIDS|CLUSTER)|CLUSTER ON [`~\w$[^\x00-\x7f]][^ ]*+|REPLICA IDENTITY .+|(?:NO )?INHERIT (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)|(?:RE)?SET (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|VALIDATE CONSTRAINT [`~\w$[^\x00-\x7f]][^ ]*+|SET ACCESS METHOD [`~\w$[^\x00-\x7f]][^ ]*+|(?:NO)?LOGGING|(?:NO)?PARALLEL|(?:NO)?CACHE|(?:NO)?COMPRESS(?: .+)?|READ (?:ONLY|WRITE)|MOVE(?: ONLINE)?(?: TABLESPACE [`~\w$[^\x00-\x7f]][^ ]*+)?|SHRINK SPACE(?: COMPACT| CASCADE)*+|(?:ADD|DROP) SUPPLEMENTAL LOG .+|MODIFY CONSTRAINT .+|(?:ADD|DROP) COLUMN GROUP (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|DROP UNUSED COLUMNS(?: .+)?|DROP TABLEGROUP|CONVERT TO (?:CHARACTER SET|CHARSET) [`~\w$[^\x00-\x7f]][^ ]*+(?: COLLATE [`~\w$[^\x00-\x7f]][^ ]*+)?)\z' then cast(array() as array<string>)
            when clause rlike r'(?is)\A(?:ALTER (?:COLUMN )?+(?:IF EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) (?:SET DATA )?+TYPE (?!VISIBLE|INVISIBLE)(.+?)(?: COLLATE (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+))?(?: USING (?:[(]1 )?\1(?: :: (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|\[|\]|VARYING|PRECISION|WITH(?:OUT)? TIME ZONE|#[0-9]+(?= \]))(?= |$))*+)*+(?: [)]1)?(?: :: (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|\[|\]|VARYING|PRECISION|WITH(?:OUT)? TIME ZONE|#[0-9]+(?= \]))(?= |$))*+)*+| USING CAST [(]1 \1 AS (?:(?! AS | [)]1(?= |$))[^,])++ [)]1)?)\z' then array(regexp_replace(clause, r'(?is)\A(?:ALTER (?:COLUMN )?+(?:IF EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) (?:SET DATA )?+TYPE (?!VISIBLE|INVISIBLE)(.+?)(?: COLLATE (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+))?(?: USING (?:[(]1 )?\1(?: :: (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|\[|\]|VARYING|PRECISION|WITH(?:OUT)? TIME ZONE|#[0-9]+(?= \]))(?= |$))*+)*+(?: [)]1)?(?: :: (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|\[|\]|VARYING|PRECISION|WITH(?:OUT)? TIME ZONE|#[0-9]+(?= \]))(?= |$))*+)*+| USING CAST [(]1 \1 AS (?:(?! AS | [)]1(?= |$))[^,])++ [)]1)?)\z', 'change_type\t$1\t\t\t$2'))
            when clause rlike r'(?is)\A(?:ALTER (?:COLUMN )?+(?:IF EXISTS )?+(?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+ (?:SET DEFAULT .+|DROP DEFAULT|(?:SET|DROP) NOT NULL|SET (?:IN)?VISIBLE|SET STATISTICS .+|SET (?:STORAGE|COMPRESSION) [`~\w$[^\x00-\x7f]][^ ]*+|(?:RE)?SET (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|ADD GENERATED .+|SET GENERATED .+|RESTART(?: .+)?|DROP (?:IDENTITY|EXPRESSION)(?: IF EXISTS)?))\z' then cast(array() as array<string>)
            when clause rlike r'(?is)\A(?:ALTER (?:INDEX|KEY|CHECK|CONSTRAINT) (?:IF EXISTS )?+[`~\w$[^\x00-\x7f]][^ ]*+ .+)\z' then cast(array() as array<string>)
            when clause rlike r'(?is)\A(?:RENAME (?:COLUMN )?+(?:IF EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) TO ([`~\w$[^\x00-\x7f]][^ ]*+))\z' then array(regexp_replace(clause, r'(?is)\A(?:RENAME (?:COLUMN )?+(?:IF EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) TO ([`~\w$[^\x00-\x7f]][^ ]*+))\z', 'rename_column\t$1\t$2\t\t'))
            when clause rlike r'(?is)\A(?:RENAME (?:(?:TO|AS|=) )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)))\z' then array(regexp_replace(clause, r'(?is)\A(?:RENAME (?:(?:TO|AS|=) )?+((?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)))\z', 'rename_table\t\t\t$1\t'))
            when clause rlike r'(?is)\A(?:SET SCHEMA ([`~\w$[^\x00-\x7f]][^ ]*+))\z' then array(regexp_replace(clause, r'(?is)\A(?:SET SCHEMA ([`~\w$[^\x00-\x7f]][^ ]*+))\z', 'rename_table\t\t\t$1 . \t'))
            when clause rlike r'(?is)\A(?:ADD (?:COLUMN )?+(?:IF NOT EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) (.+))\z' then array(regexp_replace(clause, r'(?is)\A(?:ADD (?:COLUMN )?+(?:IF NOT EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) (.+))\z', 'add_column\t$1\t\t\t$2'))
            when clause rlike r'(?is)\A(?:(?:DROP (?:COLUMN )?+|SET UNUSED (?:COLUMN )?+)(?:IF EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+)(?: CASCADE CONSTRAINTS| CASCADE| RESTRICT| INVALIDATE| ONLINE| CHECKPOINT #[0-9]+)*+)\z' then array(regexp_replace(clause, r'(?is)\A(?:(?:DROP (?:COLUMN )?+|SET UNUSED (?:COLUMN )?+)(?:IF EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+)(?: CASCADE CONSTRAINTS| CASCADE| RESTRICT| INVALIDATE| ONLINE| CHECKPOINT #[0-9]+)*+)\z', 'drop_column\t$1\t\t\t'))
            when clause rlike r'(?is)\A(?:MODIFY (?:COLUMN )?+(?:IF EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) (.+))\z' then array(regexp_replace(clause, r'(?is)\A(?:MODIFY (?:COLUMN )?+(?:IF EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) (.+))\z', 'change_type\t$1\t\t\t$2'))
            when clause rlike r'(?is)\A(?:CHANGE (?:COLUMN )?+(?:IF EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) ((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) (.+))\z' then array(regexp_replace(clause, r'(?is)\A(?:CHANGE (?:COLUMN )?+(?:IF EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) ((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) (.+))\z', 'rename_column\t$1\t$2\t\t'), regexp_replace(clause, r'(?is)\A(?:CHANGE (?:COLUMN )?+(?:IF EXISTS )?+((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) ((?!(?:COLUMN|COLUMNS|CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|TABLE|IF|SUPPLEMENTAL|PERIOD FOR)(?= |$))[`~\w$[^\x00-\x7f]][^ ]*+) (.+))\z', 'change_type\t$2\t\t\t$3'))
        end,
                        command -> concat_ws('\t', split_part(command, '\t', 1), altered[0], substr(command, instr(command, '\t') + 1))
                    )
                )), null)
            )[0]
        end),
            commands -> transform(
            array(transform(commands, command -> transform(
            array(split(command, '\t')),
            fields -> transform(
            array(transform(
            array(transform(split(trim(leading '. ' from fields[1]), ' [.] '), word -> if(
            word rlike '^[`~]',
            transform(
                array(tokens[int(substr(word, 2))]),
                token -> replace(substr(token, 2, length(token) - 2), repeat(left(token, 1), 2), left(token, 1))
            )[0],
            word
        ))),
            parts -> transform(
                array(named_struct(
                    'database', if(size(parts) = 3 or (size(parts) = 2 and given.is_mysql), parts[0], given.database),
                    'schema', case when size(parts) = 3 then parts[1] when size(parts) = 2 and not given.is_mysql then parts[0] else given.schema end,
                    'table', element_at(parts, -1)
                )),
                written -> named_struct(
                    'database', if(lower(written.database) = lower(given.database), given.database, written.database),
                    'schema', if(lower(written.schema) = lower(given.schema), given.schema, written.schema),
                    'table', written.table
                )
            )[0]
        )[0]),
            own -> transform(
            array(transform(
            array(transform(split(trim(leading '. ' from fields[4]), ' [.] '), word -> if(
            word rlike '^[`~]',
            transform(
                array(tokens[int(substr(word, 2))]),
                token -> replace(substr(token, 2, length(token) - 2), repeat(left(token, 1), 2), left(token, 1))
            )[0],
            word
        ))),
            parts -> transform(
                array(named_struct(
                    'database', if(size(parts) = 3 or (size(parts) = 2 and given.is_mysql), parts[0], if(given.is_mysql, given.database, own.database)),
                    'schema', case when size(parts) = 3 then parts[1] when size(parts) = 2 and not given.is_mysql then parts[0] else own.schema end,
                    'table', element_at(parts, -1)
                )),
                written -> named_struct(
                    'database', if(lower(written.database) = lower(given.database), given.database, written.database),
                    'schema', if(lower(written.schema) = lower(given.schema), given.schema, written.schema),
                    'table', written.table
                )
            )[0]
        )[0]),
            new -> transform(
            array(if(fields[5] = '', '=', regexp_replace(concat(' ', fields[5]), r'(?is)\A(?:(?: ((?!(?:NOT|NULL|DEFAULT|COMMENT|PRIMARY|UNIQUE|KEY|CHECK|REFERENCES|CONSTRAINT|GENERATED|AS|AFTER|FIRST|COLLATE|CHARACTER SET|CHARSET|FOR|TO|ON|(?:IN)?VISIBLE|ENABLE|DISABLE|VERSIONING|VALUES|USING|WITH|WITHOUT|IDENTITY|(?:EN|DE)CRYPT|LOG|SET DEFAULT|DROP|ADD)(?= |$))(?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|\[(?: #[0-9]+)? \]|(?:UNSIGNED|SIGNED|ZEROFILL|VARYING|PRECISION|LARGE|OBJECT|RAW|CHARACTER(?! SET)|CHAR|VARCHAR|BYTE|BINARY|LONG|WITH(?: LOCAL)? TIME ZONE|WITHOUT TIME ZONE|YEAR|MONTH|DAY|HOUR|MINUTE|SECOND|TO|ARRAY)(?= |$)))*+))?+((?: (?:NOT NULL|NULL|DEFAULT (?:ON NULL (?:FOR INSERT (?:ONLY|AND UPDATE) )?)?+(?:[-+] )*+(?:#[0-9]+|ARRAY \[ .*? \](?= |$)|(?:[`~\w$[^\x00-\x7f]][^ ]*+ )?[&~][0-9]+(?: [&~][0-9]+)*+|(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|(?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$)))?)(?: :: (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|\[|\]|VARYING|PRECISION|WITH(?:OUT)? TIME ZONE|#[0-9]+(?= \]))(?= |$))*+)*+(?: (?:(?:[-+*/%<>=|!&^] )++|AT TIME ZONE )(?:[-+] )*+(?:#[0-9]+|ARRAY \[ .*? \](?= |$)|(?:[`~\w$[^\x00-\x7f]][^ ]*+ )?[&~][0-9]+(?: [&~][0-9]+)*+|(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|(?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$)))?)(?: :: (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|\[|\]|VARYING|PRECISION|WITH(?:OUT)? TIME ZONE|#[0-9]+(?= \]))(?= |$))*+)*+)*+|COMMENT [&~][0-9]+|AUTO_INCREMENT|UNIQUE(?: KEY| NULLS (?:NOT )?DISTINCT)?|PRIMARY KEY|KEY|COLLATE (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)|(?:CHARACTER SET|CHARSET) [`~\w$[^\x00-\x7f]][^ ]*+|AFTER [`~\w$[^\x00-\x7f]][^ ]*+|FIRST|ON UPDATE [`~\w$[^\x00-\x7f]][^ ]*+(?: (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$)))?|GENERATED (?:ALWAYS|BY DEFAULT(?: ON NULL)?) AS (?:IDENTITY(?: (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$)))?|(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$)))(?: (?:VIRTUAL|STORED))?|IDENTITY(?: (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$)))?|AS (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))(?: (?:VIRTUAL|STORED|PERSISTENT))?|CHECK (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))(?: NO INHERIT)?(?:(?: NOT)? ENFORCED)?|CONSTRAINT (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)|REFERENCES (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$)))?(?: MATCH [`~\w$[^\x00-\x7f]][^ ]*+)?(?: ON (?:DELETE|UPDATE) (?:CASCADE|RESTRICT|NO ACTION|SET (?:NULL|DEFAULT)(?: (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$)))?))*+|(?:IN)?VISIBLE|STORAGE [`~\w$[^\x00-\x7f]][^ ]*+|COLUMN_FORMAT [`~\w$[^\x00-\x7f]][^ ]*+|COMPRESSED|COMPRESSION [`~\w$[^\x00-\x7f]][^ ]*+|(?:NOT )?DEFERRABLE|INITIALLY (?:IMMEDIATE|DEFERRED)|(?:ENABLE|DISABLE)|(?:NO)?VALIDATE|ENCRYPT(?: USING [&~][0-9]+)?(?: (?:NO )?SALT)?|DECRYPT|SRID #[0-9]+|(?:SECONDARY_)?ENGINE_ATTRIBUTE(?: =)? [&~][0-9]+|(?:WITH|WITHOUT) SYSTEM VERSIONING)(?= |$))*+))\z', '=$1'))),
            type -> if(
                type not like '=%' or (fields[0] = 'add_column' and type = '=' and not fields[5] rlike '(?i)^(?:AS|GENERATED) '),
                null,
                named_struct(
                    'action', fields[0],
                    'source_database', own.database,
                    'source_schema', own.schema,
                    'source_table', if(own.database = given.database and own.schema = given.schema and lower(own.table) = lower(given.table), given.table, own.table),
                    'new_database', if(fields[0] = 'rename_table', new.database, ''),
                    'new_schema', if(fields[0] = 'rename_table', new.schema, ''),
                    'new_table', if(fields[0] = 'rename_table', coalesce(nullif(new.table, ''), own.table), ''),
                    'column_name', if(
            fields[2] rlike '^[`~]',
            transform(
                array(tokens[int(substr(fields[2], 2))]),
                token -> replace(substr(token, 2, length(token) - 2), repeat(left(token, 1), 2), left(token, 1))
            )[0],
            fields[2]
        ),
                    'new_column_name', if(
            fields[3] rlike '^[`~]',
            transform(
                array(tokens[int(substr(fields[3], 2))]),
                token -> replace(substr(token, 2, length(token) - 2), repeat(left(token, 1), 2), left(token, 1))
            )[0],
            fields[3]
        ),
                    'column_type', transform(
            array(split(substr(type, 2), ' ')),
            words -> array_join(
                transform(
                    words,
                    (word, i) -> concat(
                        if(i = 0 or word rlike r'^(?:[(),.\[\]]|::)' or words[i - 1] rlike r'^(?:[(,.\[+-]|::)', '', ' '),
                        case
                            when word rlike '^[`~&#][0-9]' then tokens[int(substr(word, 2))]
                            when word rlike '^[(),]' then left(word, 1)
                            else word
                        end
                    )
                ),
                ''
            )
        )[0],
                    'column_default', if(fields[0] = 'add_column', transform(
            array(struct(
                split(regexp_extract(concat(' ', fields[5]), r'(?is)\A(?:.*? DEFAULT (?:ON NULL (?:FOR INSERT (?:ONLY|AND UPDATE) )?)?+(?:[(][12] )?((?:[-+] )?#[0-9]+|(?:(?:N|B|_[^ ]+|DATE|TIME|TIMESTAMP) )?[&~][0-9]+(?: [&~][0-9]+)*+|TRUE|FALSE)(?: :: (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|\[|\]|VARYING|PRECISION|WITH(?:OUT)? TIME ZONE|#[0-9]+(?= \]))(?= |$))*+)*+(?: [)][12])?(?: :: (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|\[|\]|VARYING|PRECISION|WITH(?:OUT)? TIME ZONE|#[0-9]+(?= \]))(?= |$))*+)*+(?: (?!AT(?= ))[A-Z].*)?)\z', 1), ' ') as literal,
                regexp_extract(concat(' ', fields[5]), r'(?is)\A(?:.*? DEFAULT (?:ON NULL (?:FOR INSERT (?:ONLY|AND UPDATE) )?)?+((?:[-+] )*+(?:#[0-9]+|ARRAY \[ .*? \](?= |$)|(?:[`~\w$[^\x00-\x7f]][^ ]*+ )?[&~][0-9]+(?: [&~][0-9]+)*+|(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|(?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$)))?)(?: :: (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|\[|\]|VARYING|PRECISION|WITH(?:OUT)? TIME ZONE|#[0-9]+(?= \]))(?= |$))*+)*+(?: (?:(?:[-+*/%<>=|!&^] )++|AT TIME ZONE )(?:[-+] )*+(?:#[0-9]+|ARRAY \[ .*? \](?= |$)|(?:[`~\w$[^\x00-\x7f]][^ ]*+ )?[&~][0-9]+(?: [&~][0-9]+)*+|(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|(?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$)))?)(?: :: (?:[.] [`~\w$[^\x00-\x7f]][^ ]*+|[`~\w$[^\x00-\x7f]][^ ]*+(?: [.] [`~\w$[^\x00-\x7f]][^ ]*+){0,2}+)(?: (?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|\[|\]|VARYING|PRECISION|WITH(?:OUT)? TIME ZONE|#[0-9]+(?= \]))(?= |$))*+)*+)*+)(?: .*)?)\z', 1) as expression
            )),
            said -> transform(
                array(transform(filter(said.literal, word -> word rlike '^[&~][0-9]'), word -> transform(
            array(tokens[int(substr(word, 2))]),
            token -> case
                when token rlike r'\A[nN]?[qQ]' then regexp_extract(token, r'(?s)\A[nN]?[qQ]..(.*)..\z', 1)
                when token rlike r'\A\$' then regexp_extract(token, r'(?s)\A(\$\w*\$)(.*)\1\z', 2)
                when token rlike r'(?s)\A[eE].*\\[0-9xuU]' then null
                when token rlike r'\A[eE]' or given.is_mysql then array_join(
                    transform(
                        split(replace(regexp_extract(token, r'(?s)\A[eE]?.(.*).\z', 1), repeat(right(token, 1), 2), right(token, 1)), r'\\\\'),
                        piece -> regexp_replace(replace(replace(replace(replace(replace(replace(piece, r'\n', '\n'), r'\t', '\t'), r'\r', '\r'), r'\b', '\b'), r'\Z', '\Z'), r'\0', '\0'),
                            r'(?s)\\([^%_])',
                            '$1'
                        )
                    ),
                    r'\'
                )
                else replace(substr(token, 2, length(token) - 2), repeat(right(token, 1), 2), right(token, 1))
            end
        )[0])),
                texts -> case
                    when said.literal[0] <> '' and forall(texts, text -> text is not null) then case
                        when size(texts) > 0 and lower(said.literal[0]) = 'b' and given.is_mysql then conv(texts[0], 2, 10)
                        when size(texts) > 0 then array_join(texts, '')
                        else array_join(transform(said.literal, word -> if(word rlike '^#', tokens[int(substr(word, 2))], word)), '')
                    end
                    when concat(' ', fields[5]) rlike r'(?is)\A(?:(?: (?!(?:IDENTITY|AUTO_INCREMENT)(?= |$))(?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|(?![(][12] )[^ ]++))*+ (?:IDENTITY|AUTO_INCREMENT)(?: .*)?)\z' or concat(' ', fields[5]) rlike '(?i)^ (?:SMALL|BIG)?SERIAL[248]?(?: |$)' then '\uFDD0AUTO_INCREMENT'
                    when concat(' ', fields[5]) rlike r'(?is)\A(?:(?: (?!(?:AS)(?= |$))(?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|(?![(][12] )[^ ]++))*+ (?:AS)(?: .*)?)\z' then '\uFDD0GENERATED'
                    when said.expression rlike '(?i)^(?:[(][12] )?NULL(?: |$)' then null
                    when said.expression <> '' then concat('\uFDD0', transform(
            array(split(said.expression, ' ')),
            words -> array_join(
                -- as in models/changefeed_statements/landed.sql
            )
        )[0])
                    when given.is_mysql and concat(' ', fields[5]) rlike r'(?is)\A(?:(?: (?!(?:NOT NULL)(?= |$))(?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|(?![(][12] )[^ ]++))*+ (?:NOT NULL)(?: .*)?)\z' then '\uFDD0NOT NULL'
                end
            )[0]
        )[0], null)
                )
            ))[0])[0])[0]
        )[0])),
            actions -> if(
                actions is not null and forall(actions, action -> action is not null),
                named_struct('is_understood', true, 'actions', concat(
                    transform(
                        array(filter(
                            actions,
                            action -> case action.action
                                when 'rename_table' then false
                                when 'change_type' then action.column_type <> ''
                                when 'rename_column' then action.column_name <> action.new_column_name
                                else true
                            end
                        )),
                        kept -> if(transform(
                        array(array_intersect(
                            transform(kept, action -> lower(case action.action when 'add_column' then action.column_name when 'rename_column' then action.new_column_name end)),
                            transform(kept, action -> lower(if(action.action in ('drop_column', 'rename_column'), action.column_name, null)))
                        )),
                        names -> transform(
                            array(filter(kept, action -> array_contains(names, lower(case action.action when 'add_column' then action.column_name when 'rename_column' then action.new_column_name end))
                                or array_contains(names, lower(if(action.action in ('drop_column', 'rename_column'), action.column_name, null))))),
                            those -> transform(
                                array(transform(those, action -> lower(case action.action when 'add_column' then action.column_name when 'rename_column' then action.new_column_name end))),
                                made -> exists(
                                    transform(those, (action, i) -> coalesce(array_position(made, lower(if(action.action in ('drop_column', 'rename_column'), action.column_name, null))) between 1 and i, false)),
                                    is_exchanged -> is_exchanged
                                )
                            )[0]
                        )[0]
                    )[0], concat(
                            transform(
                                filter(kept, action -> action.action = 'rename_column'),
                                action -> named_struct(
                                    'action', action.action,
                                    'source_database', action.source_database,
                                    'source_schema', action.source_schema,
                                    'source_table', action.source_table,
                                    'new_database', action.new_database,
                                    'new_schema', action.new_schema,
                                    'new_table', action.new_table,
                                    'column_name', action.column_name,
                                    'new_column_name', concat('\uFDD0', action.new_column_name),
                                    'column_type', action.column_type,
                                    'column_default', action.column_default
                                )
                            ),
                            filter(kept, action -> action.action = 'drop_column'),
                            transform(
                                filter(kept, action -> action.action = 'rename_column'),
                                action -> named_struct(
                                    'action', action.action,
                                    'source_database', action.source_database,
                                    'source_schema', action.source_schema,
                                    'source_table', action.source_table,
                                    'new_database', action.new_database,
                                    'new_schema', action.new_schema,
                                    'new_table', action.new_table,
                                    'column_name', concat('\uFDD0', action.new_column_name),
                                    'new_column_name', action.new_column_name,
                                    'column_type', action.column_type,
                                    'column_default', action.column_default
                                )
                            ),
                            filter(kept, action -> action.action not in ('drop_column', 'rename_column'))
                        ), kept)
                    )[0],
                    filter(actions, action -> action.action = 'rename_table')
                )),
                named_struct('is_understood', false, 'actions', cast(array() as array<struct<action:string,source_database:string,source_schema:string,source_table:string,new_database:string,new_schema:string,new_table:string,column_name:string,new_column_name:string,column_type:string,column_default:string>>))
            )
            )[0]
            )[0])[0])[0]
        )[0] as understood
    from changefeed_internal.decoded
    where
        decode_batch_id > 0
        and operation in ('ddl', 'truncate')

),

final as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        operation,
        statement_kind,
        statement,
        understood.is_understood,
        understood.actions,
        cast(array() as array<struct<name:struct<source_database:string,source_schema:string,source_table:string>,tables:array<struct<source_database:string,source_schema:string,source_table:string>>>>) as other_spellings,
        cast(array() as array<struct<source_database:string,source_schema:string,source_table:string>>) as former_tables,
        false as is_spelled,
        position,
        source_at,
        topic,
        topic_incarnation,
        partition,
        offset,
        message_index,
        batch_id,
        decode_batch_id
    from statements

)

select * from final;

select 1 from changefeed_internal.statements limit 1;

select feed
from changefeed_internal.statements
where not is_spelled
union
select named.feed
from (
    select feed, named.name, coalesce(get(filter(other_spellings, each -> each.name = named.name), 0).tables, array()) as tables
    from changefeed_internal.statements
    lateral view explode(array_distinct(flatten(transform(
        coalesce(case
            when size(actions) > 0 then actions
            when operation = 'truncate' and source_table <> '' and size(actions) = 0 then array(named_struct(
                'action', 'truncate',
                'source_database', source_database,
                'source_schema', source_schema,
                'source_table', source_table,
                'new_database', '',
                'new_schema', '',
                'new_table', '',
                'column_name', '',
                'new_column_name', '',
                'column_type', '',
                'column_default', cast(null as string)
            ))
        end, array()),
        action -> if(
            action.action = 'rename_table',
            array(
                named_struct('name', named_struct('source_database', action.source_database, 'source_schema', action.source_schema, 'source_table', action.source_table), 'is_new', false),
                named_struct('name', named_struct('source_database', action.new_database, 'source_schema', action.new_schema, 'source_table', action.new_table), 'is_new', true)
            ),
            array(named_struct('name', named_struct('source_database', action.source_database, 'source_schema', action.source_schema, 'source_table', action.source_table), 'is_new', false))
        )
    )))) as named
) as named
inner join (select feed, source_database, source_schema, source_table
from changefeed_internal.source_tables
where feed <> '' and true) as new
    on
        named.feed = new.feed
        and lower(named.name.source_database) = lower(new.source_database)
where
    (lower(named.name.source_schema) = lower(new.source_schema) or (named.name.source_schema = '' and named.name.source_table = ''))
    and (exists(array(named.name), each -> (each.source_database <> new.source_database or each.source_schema <> new.source_schema and not (named.name.source_schema = '' and named.name.source_table = ''))) and forall(named.tables, each -> (each.source_database <> new.source_database or each.source_schema <> new.source_schema and not (named.name.source_schema = '' and named.name.source_table = '')))
        or not exists(array(named.name), each -> (each.source_database <> new.source_database or each.source_schema <> new.source_schema and not (named.name.source_schema = '' and named.name.source_table = ''))) and exists(named.tables, each -> (each.source_database <> new.source_database or each.source_schema <> new.source_schema and not (named.name.source_schema = '' and named.name.source_table = '')))or lower(named.name.source_table) = lower(new.source_table)
        and struct(new.source_database, new.source_schema, new.source_table) <> named.name
        and not array_contains(named.tables, struct(new.source_database, new.source_schema, new.source_table))
        or struct(new.source_database, new.source_schema, new.source_table) = named.name and size(named.tables) > 0
    );
