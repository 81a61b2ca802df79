{#-
The clauses of ALTER TABLE that are understood, as a list of the form and its actions (none: no action). An action is
written with the groups of its form: the action, the column, the column's new name, the table's new name, the column's
definition. Clauses of partition maintenance are in statement_forms(), because their commas do not separate clauses.
Where a clause fits two forms, the form that comes first in the list counts.
-#}
{%- macro alter_forms() -%}
    {%- set after_drop = '(?: CASCADE CONSTRAINTS| CASCADE| RESTRICT| INVALIDATE| ONLINE| CHECKPOINT <number>)*+' -%}
    {%- set options = [
        'ENGINE', 'AUTO_INCREMENT', 'AVG_ROW_LENGTH', '(?:DEFAULT )?(?:CHARACTER SET|CHARSET|COLLATE)', 'CHECKSUM', 'COMMENT', 'COMPRESSION', 'CONNECTION', '(?:DATA|INDEX) DIRECTORY', 'DELAY_KEY_WRITE',
        'ENCRYPTION', 'ENCRYPTED', 'ENCRYPTION_KEY_ID', '(?:SECONDARY_)?ENGINE_ATTRIBUTE', 'INSERT_METHOD', 'KEY_BLOCK_SIZE', 'M(?:AX|IN)_ROWS', 'PACK_KEYS', 'PAGE_CHECKSUM', 'PAGE_COMPRESSED',
        'PAGE_COMPRESSION_LEVEL', 'ROW_FORMAT', 'SECONDARY_ENGINE', 'STATS_(?:AUTO_RECALC|PERSISTENT|SAMPLE_PAGES)', 'TABLESPACE', 'STORAGE', 'TRANSACTIONAL', 'AUTOEXTEND_SIZE', 'ALGORITHM', 'LOCK',
        'TABLEGROUP', 'LOCALITY', 'PRIMARY_ZONE', 'REPLICA_NUM', 'BLOCK_SIZE', 'USE_BLOOM_FILTER', 'PROGRESSIVE_MERGE_NUM', 'TABLET_SIZE', 'PCTFREE', 'PCTUSED', 'INITRANS', 'DUPLICATE_SCOPE', 'TABLE_MODE',
        'PARALLEL', 'SHARD_ROW_ID_BITS', 'AUTO_ID_CACHE',
    ] -%}
    {%- set bare = [
        '(?:ENABLE|DISABLE) .+', 'FORCE', 'NO FORCE ROW LEVEL SECURITY', 'FORCE ROW LEVEL SECURITY', '(?:WITH|WITHOUT) VALIDATION', 'OWNER TO <id>', 'SET TABLESPACE <id>(?: NOWAIT)?', 'SET (?:UN)?LOGGED',
        'SET WITHOUT (?:OIDS|CLUSTER)', 'CLUSTER ON <id>', 'REPLICA IDENTITY .+', '(?:NO )?INHERIT <name>', '(?:RE)?SET <group>', 'VALIDATE CONSTRAINT <id>', 'SET ACCESS METHOD <id>', '(?:NO)?LOGGING',
        '(?:NO)?PARALLEL', '(?:NO)?CACHE', '(?:NO)?COMPRESS(?: .+)?', 'READ (?:ONLY|WRITE)', 'MOVE(?: ONLINE)?(?: TABLESPACE <id>)?', 'SHRINK SPACE(?: COMPACT| CASCADE)*+', '(?:ADD|DROP) SUPPLEMENTAL LOG .+',
        'MODIFY CONSTRAINT .+', '(?:ADD|DROP) COLUMN GROUP <group>', 'DROP UNUSED COLUMNS(?: .+)?', 'DROP TABLEGROUP', 'CONVERT TO (?:CHARACTER SET|CHARSET) <id>(?: COLLATE <id>)?',
    ] -%}
    {{- return([
        {'form': 'ADD (?:CONSTRAINT (?:IF NOT EXISTS )?+(?:<name> )?)?(?:PRIMARY KEY|FOREIGN KEY|UNIQUE|CHECK|NOT NULL|EXCLUDE(?= USING | [(]))(?: .+)?'},
        {'form': 'ADD (?:(?:FULLTEXT|SPATIAL|VECTOR)(?: (?:INDEX|KEY))?|INDEX|KEY)(?: IF NOT EXISTS)?+(?: <id>)?(?: (?:USING|TYPE) <id>)? [(][12] [^#].*'},
        {'form': 'DROP (?:PRIMARY KEY|(?:INDEX|KEY|FOREIGN KEY|CHECK|CONSTRAINT)(?: IF EXISTS)?+ (?!(?:CASCADE|RESTRICT)(?= |$))<id>|UNIQUE <group>)(?: CASCADE| RESTRICT| ONLINE| (?:KEEP|DROP) INDEX)*+'},
        {'form': 'RENAME (?:INDEX|KEY|CONSTRAINT) (?:IF EXISTS )?+<id> TO <id>'},
        {'form': '(?:SET )?(?:(?:' ~ options | join('|') ~ ')(?: =)?+ [+-]?(?:<id>|<text>|<number>)(?: (?=[^ ])|$))++'},
        {'form': bare | join('|')},
        {'form': 'ALTER (?:COLUMN )?+(?:IF EXISTS )?+(<column>) (?:SET DATA )?+TYPE (?!VISIBLE|INVISIBLE)(.+?)(?: COLLATE <name>)?(?: USING (?:[(]1 )?\\1<cast>(?: [)]1)?<cast>| USING CAST [(]1 \\1 AS (?:(?! AS | [)]1(?= |$))[^,])++ [)]1)?',
         'actions': ['change_type\\t$1\\t\\t\\t$2']},
        {'form': 'ALTER (?:COLUMN )?+(?:IF EXISTS )?+<column> (?:SET DEFAULT .+|DROP DEFAULT|(?:SET|DROP) NOT NULL|SET (?:IN)?VISIBLE|SET STATISTICS .+|SET (?:STORAGE|COMPRESSION) <id>|(?:RE)?SET <group>'
            ~ '|ADD GENERATED .+|SET GENERATED .+|RESTART(?: .+)?|DROP (?:IDENTITY|EXPRESSION)(?: IF EXISTS)?)'},
        {'form': 'ALTER (?:INDEX|KEY|CHECK|CONSTRAINT) (?:IF EXISTS )?+<id> .+'},
        {'form': 'RENAME (?:COLUMN )?+(?:IF EXISTS )?+(<column>) TO (<id>)', 'actions': ['rename_column\\t$1\\t$2\\t\\t']},
        {'form': 'RENAME (?:(?:TO|AS|=) )?+(<name>)', 'actions': ['rename_table\\t\\t\\t$1\\t']},
        {'form': 'SET SCHEMA (<id>)', 'actions': ['rename_table\\t\\t\\t$1 . \\t']},
        {'form': 'ADD (?:COLUMN )?+(?:IF NOT EXISTS )?+(<column>) (.+)', 'actions': ['add_column\\t$1\\t\\t\\t$2']},
        {'form': '(?:DROP (?:COLUMN )?+|SET UNUSED (?:COLUMN )?+)(?:IF EXISTS )?+(<column>)' ~ after_drop, 'actions': ['drop_column\\t$1\\t\\t\\t']},
        {'form': 'MODIFY (?:COLUMN )?+(?:IF EXISTS )?+(<column>) (.+)', 'actions': ['change_type\\t$1\\t\\t\\t$2']},
        {'form': 'CHANGE (?:COLUMN )?+(?:IF EXISTS )?+(<column>) (<column>) (.+)', 'actions': ['rename_column\\t$1\\t$2\\t\\t', 'change_type\\t$2\\t\\t\\t$3']},
    ]) -}}
{%- endmacro -%}
