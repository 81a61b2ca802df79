{#-
The statements that are understood, as a list of the form and the action on each name of the form's first group
(`actions`; none: no action). The clauses of ALTER TABLE are in alter_forms(). Where a statement fits two forms, the
form that comes first in the list counts. Oracle's log has the name in the recycle bin behind DROP (AS).
TRUNCATE … CASCADE is left out on purpose, like all statements that remove rows of tables that they do not name.
-#}
{%- macro statement_forms() -%}
    {%- set after_drop = '(?: CASCADE CONSTRAINTS| CASCADE| RESTRICT| PURGE)*+(?: AS <id>)?' -%}
    {%- set prefixes = '(?:(?:OR REPLACE|DEFINER = (?:<text>|<id>)(?: @ (?:<text>|<id>))?(?: [(]1 [)]1)?|ALGORITHM = <id>|SQL SECURITY <id>|NO FORCE|NOFORCE|FORCE|EDITIONABLE|NONEDITIONABLE'
        ~ '|UNIQUE|FULLTEXT|SPATIAL|VECTOR|BITMAP|ONLINE|OFFLINE|PUBLIC|RECURSIVE|MATERIALIZED|CONSTRAINT|TRUSTED|PROCEDURAL|GLOBAL) )*+' -%}
    {%- set with_body = '(?:PROCEDURE|FUNCTION|TRIGGER|EVENT|PACKAGE)' -%}
    {%- set beside_tables = '(?:INDEX|VIEW|SEQUENCE|SYNONYM|ROLE|USER|RULE|POLICY|STATISTICS|PUBLICATION|SUBSCRIPTION|OUTLINE|PROFILE|DIRECTORY|RESOURCE|TABLEGROUP|SERVER|LOGFILE|REFERENCE'
        ~ '|EVENT|PROCEDURE|TRIGGER|(?:FOREIGN|EXTERNAL) TABLE)' -%}
    {%- set below_columns = '(?:FUNCTION|TYPE|DOMAIN|EXTENSION|OPERATOR|COLLATION|CAST|LANGUAGE|CONVERSION|AGGREGATE|TEXT SEARCH|ACCESS METHOD|TABLESPACE|PACKAGE)' -%}
    {{- return([
        {'form': 'TRUNCATE (?:TABLE )?+(?:IF EXISTS )?+(<tables>)(?: (?:RESTART|CONTINUE) IDENTITY)?(?: RESTRICT)?(?: (?:PURGE|PRESERVE) MATERIALIZED VIEW LOG)?(?: (?:DROP|REUSE)(?: ALL)? STORAGE)?<wait>',
         'actions': ['truncate']},
        {'form': 'ALTER TABLE (<name>) TRUNCATE PARTITION ALL', 'actions': ['truncate']},
        {'form': 'DROP TABLES? (?:IF EXISTS )?+(<names>)' ~ after_drop ~ '<wait>', 'actions': ['drop_table']},
        {'form': 'DROP DATABASE (?:IF EXISTS )?+(<names>)(?: (?:WITH )?[(]1 FORCE [)]1)?', 'actions': ['drop_table'], 'suffix': ' .  . '},
        {'form': 'DROP SCHEMA (?:IF EXISTS )?+(<names>)' ~ after_drop, 'actions': ['drop_table'], 'suffix': ' . '},
        {'form': 'DROP USER (?:IF EXISTS )?+(<name>) CASCADE', 'actions': ['drop_table'], 'suffix': ' . '},
        {'form': 'CREATE OR REPLACE TABLE (<name>) [^;]+', 'actions': ['drop_table', 'create_table']},
        {'form': 'CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?+(<name>) [^;]+', 'actions': ['create_table']},
        {'form': 'RENAME (?:TABLES? (?:IF EXISTS )?+)?+(<renames>)', 'actions': ['rename_table']},
        {'form': '(?:CREATE|DROP) (?:OR REPLACE )?+(?:(?:GLOBAL|LOCAL|PRIVATE) )?+TEMP(?:ORARY)? (?:TABLES?|VIEW|SEQUENCE|RECURSIVE VIEW) [^;]+'},
        {'form': 'CREATE ' ~ prefixes ~ with_body ~ ' .+'},
        {'form': 'CREATE ' ~ prefixes ~ '(?:' ~ beside_tables ~ '|' ~ below_columns ~ ') [^;]+'},
        {'form': 'CREATE (?:DATABASE|SCHEMA) (?!.* CREATE )[^;]+'},
        {'form': 'DROP ' ~ prefixes ~ beside_tables ~ ' [^;]+'},
        {'form': 'DROP ' ~ prefixes ~ below_columns ~ ' (?!.* (?:CASCADE|FORCE|INCLUDING)(?= |$))[^;]+'},
        {'form': 'ALTER (?:DATABASE|SCHEMA) (?!.* RENAME )[^;]+'},
        {'form': 'ALTER TYPE <name> (?:ADD VALUE|OWNER TO|SET SCHEMA|RENAME TO) [^;]+'},
        {'form': 'ALTER ' ~ prefixes ~ '(?:' ~ beside_tables ~ '|(?!TYPE )' ~ below_columns ~ '|SYSTEM|SESSION|INSTANCE) [^;]+'},
        {'form': 'RENAME (?:USER|ROLE) [^;]+'},
        {'form': '(?:GRANT|REVOKE|ANALYZE|COMMENT|USE|FLUSH|OPTIMIZE|VACUUM|REINDEX|REFRESH|LOCK|UNLOCK|PURGE|SET(?! STATEMENT ))(?: [^;]+)?'},
        {'form': '(?:BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)(?: (?:WORK|TRANSACTION))?(?: (?:TO |SAVEPOINT )*+<id>)?'},
        {'form': 'ALTER TABLE <name> (?:ADD (?:SUB)?PARTITION (?:IF NOT EXISTS )?+(?:[(]1 [^#]|(?:<id> )?VALUES |PARTITIONS )|(?:REORGANIZE|REBUILD|COALESCE|OPTIMIZE|ANALYZE|CHECK) PARTITION |REMOVE PARTITIONING'
            ~ '|(?:SPLIT|MERGE|MOVE) (?:SUB)?PARTITIONS? |RENAME (?:SUB)?PARTITION <id> TO |PARTITION BY |ORDER BY )[^;]*'},
    ]) -}}
{%- endmacro -%}
