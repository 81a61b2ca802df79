{#-
A form as a SQL literal: the regular expression over the words of statement_shape(), in which its named parts (<name>,
<type>, …) are written out. The parts are in an order in which each may name later parts. Groups that repeat are
possessive: without that, Java recurses and can overflow. MySQL accepts a dot before a table's name (`.items`), which
names no database.
-#}
{%- macro statement_pattern(form) -%}
    {%- set after_type = [
        'NOT NULL', 'NULL', 'DEFAULT (?:ON NULL (?:FOR INSERT (?:ONLY|AND UPDATE) )?)?+<expression>', 'COMMENT <text>', 'AUTO_INCREMENT', 'UNIQUE(?: KEY| NULLS (?:NOT )?DISTINCT)?',
        'PRIMARY KEY', 'KEY', 'COLLATE <name>', '(?:CHARACTER SET|CHARSET) <id>', 'AFTER <id>', 'FIRST', 'ON UPDATE <id>(?: <group>)?',
        'GENERATED (?:ALWAYS|BY DEFAULT(?: ON NULL)?) AS (?:IDENTITY(?: <group>)?|<group>)(?: (?:VIRTUAL|STORED))?', 'IDENTITY(?: <group>)?',
        'AS <group>(?: (?:VIRTUAL|STORED|PERSISTENT))?', 'CHECK <group>(?: NO INHERIT)?(?:(?: NOT)? ENFORCED)?', 'CONSTRAINT <name>',
        'REFERENCES <name>(?: <group>)?(?: MATCH <id>)?(?: ON (?:DELETE|UPDATE) (?:CASCADE|RESTRICT|NO ACTION|SET (?:NULL|DEFAULT)(?: <group>)?))*+',
        '(?:IN)?VISIBLE', 'STORAGE <id>', 'COLUMN_FORMAT <id>', 'COMPRESSED', 'COMPRESSION <id>', '(?:NOT )?DEFERRABLE', 'INITIALLY (?:IMMEDIATE|DEFERRED)',
        '(?:ENABLE|DISABLE)', '(?:NO)?VALIDATE', 'ENCRYPT(?: USING <text>)?(?: (?:NO )?SALT)?', 'DECRYPT', 'SRID <number>', '(?:SECONDARY_)?ENGINE_ATTRIBUTE(?: =)? <text>', '(?:WITH|WITHOUT) SYSTEM VERSIONING',
    ] -%}
    {%- set in_type = [
        'UNSIGNED', 'SIGNED', 'ZEROFILL', 'VARYING', 'PRECISION', 'LARGE', 'OBJECT', 'RAW', 'CHARACTER(?! SET)', 'CHAR', 'VARCHAR', 'BYTE', 'BINARY', 'LONG',
        'WITH(?: LOCAL)? TIME ZONE', 'WITHOUT TIME ZONE', 'YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'TO', 'ARRAY',
    ] -%}
    {%- set no_type = [
        'NOT', 'NULL', 'DEFAULT', 'COMMENT', 'PRIMARY', 'UNIQUE', 'KEY', 'CHECK', 'REFERENCES', 'CONSTRAINT', 'GENERATED', 'AS', 'AFTER', 'FIRST', 'COLLATE', 'CHARACTER SET',
        'CHARSET', 'FOR', 'TO', 'ON', '(?:IN)?VISIBLE', 'ENABLE', 'DISABLE', 'VERSIONING', 'VALUES', 'USING', 'WITH', 'WITHOUT', 'IDENTITY', '(?:EN|DE)CRYPT', 'LOG', 'SET DEFAULT', 'DROP', 'ADD',
    ] -%}
    {%- set no_column = ['COLUMN', 'COLUMNS', 'CONSTRAINT', 'PRIMARY', 'FOREIGN', 'UNIQUE', 'CHECK', 'TABLE', 'IF', 'SUPPLEMENTAL', 'PERIOD FOR'] -%}
    {%- set parts = [
        ('wait', '(?: WAIT <number>| NOWAIT)?'),
        ('definition', '(?: (<type>))?+((?: (?:' ~ after_type | join('|') ~ ')(?= |$))*+)'),
        ('literal', '((?:[-+] )?<number>|(?:(?:N|B|_[^ ]+|DATE|TIME|TIMESTAMP) )?<text>(?: <text>)*+|TRUE|FALSE)'),
        ('expression', '<operand>(?: (?:(?:[-+*/%<>=|!&^] )++|AT TIME ZONE )<operand>)*+'),
        ('operand', '(?:[-+] )*+(?:<number>|ARRAY \\[ .*? \\](?= |$)|(?:<id> )?<text>(?: <text>)*+|<group>|<name>(?: <group>)?)<cast>'),
        ('cast', '(?: :: <name>(?: (?:<group>|\\[|\\]|VARYING|PRECISION|WITH(?:OUT)? TIME ZONE|<number>(?= \\]))(?= |$))*+)*+'),
        ('type', '(?!(?:' ~ no_type | join('|') ~ ')(?= |$))<name>(?: (?:<group>|\\[(?: <number>)? \\]|(?:' ~ in_type | join('|') ~ ')(?= |$)))*+'),
        ('column', '(?!(?:' ~ no_column | join('|') ~ ')(?= |$))<id>'),
        ('renames', '<name> TO <name>(?: ,0 <name> TO <name>)*+'),
        ('tables', '(?:ONLY )?+<name>(?: [*])?(?: ,0 (?:ONLY )?+<name>(?: [*])?)*+'),
        ('names', '<name>(?: ,0 <name>)*+'),
        ('name', '(?:[.] <id>|<id>(?: [.] <id>){0,2}+)'),
        ('id', '[`~\\w$[^\\x00-\\x7f]][^ ]*+'),
        ('group', '(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))'),
        ('text', '[&~][0-9]+'),
        ('number', '#[0-9]+'),
    ] -%}
    {%- set written = namespace(out=form) -%}
    {%- for name, pattern in parts -%}
        {%- set written.out = written.out | replace('<' ~ name ~ '>', pattern) -%}
    {%- endfor -%}
    r'(?is)\A(?:{{ written.out }})\z'
{%- endmacro -%}
