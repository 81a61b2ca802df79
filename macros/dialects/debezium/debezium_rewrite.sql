{#-
What becomes of a text that was written before an ALTER, when its column had another type. None: the text means the same
under the new type. [before, behind]: with these around it the text means the same. 'unreadable': nothing makes it mean
the same. `old` is none where the former type is not known. Bytes of a decimal get the scale with which they were
written, a time in milliseconds gets three zeros. Where rows come with their schema, texts of decimals have their scale
already.
-#}
{%- macro debezium_rewrite(old, new, feed) -%}
    {%- if changefeed.debezium_is_open(new, feed) -%}{{ return(none) }}{%- endif -%}
    {%- set after = changefeed._debezium_form(new, feed) -%}
    {%- set before = changefeed._debezium_form(old, feed) if old and not changefeed.debezium_is_open(old, feed) else none -%}
    {%- if not before -%}{{ return(none if after.kind in ('text', 'number', 'any_scale') else 'unreadable') }}{%- endif -%}
    {%- set kinds = [before.kind, after.kind] -%}
    {%- if before == after or before.kind == 'any_scale' or kinds in (['number', 'text'], ['text', 'number'])
        or kinds == ['number', 'number'] and before.name not in ('Year', 'UnsignedLong') and after.name not in ('Year', 'UnsignedLong') -%}
        {{- return(none) -}}
    {%- elif before.kind == 'scaled' and after.kind != 'text' -%}
        {{- return(['{"scale":' ~ before.argument | int ~ ',"value":"', '"}']) -}}
    {%- elif before.kind == 'number' and after.kind in ('scaled', 'any_scale') -%}
        {#-
        With a fraction, digits are read as a number and not as base64. A number with a fraction has one already.
        -#}
        {{- return(['', '.0'] if before.name.startswith('int') else 'unreadable' if before.name == 'UnsignedLong' else none) -}}
    {%- elif before.kind in ('wall', 'clock') and kinds[0] == kinds[1] and before.argument < after.argument -%}
        {{- return(['', '000' * (after.argument - before.argument)]) -}}
    {%- endif -%}
    {{- return('unreadable') -}}
{%- endmacro -%}


{#- The form in which a type is written: {kind, argument}, and the name where it matters. -#}
{%- macro _debezium_form(source_type, feed) -%}
    {%- set type = changefeed.debezium_type(source_type, feed) -%}
    {%- set name = type.name.split('.')[-1] -%}
    {%- set reader = changefeed.debezium_own_type(name).reader -%}
    {%- set units = {'Timestamp': 0, 'MicroTimestamp': 1, 'NanoTimestamp': 2, 'Time': 0, 'MicroTime': 1, 'NanoTime': 2} -%}
    {%- if name == 'Decimal' and type.get('argument') is not none -%}
        {{- return({'kind': 'scaled', 'argument': type.argument | int}) -}}
    {%- elif name in ('Decimal', 'VariableScaleDecimal') -%}
        {{- return({'kind': 'any_scale'}) -}}
    {%- elif name in units -%}
        {{- return({'kind': 'clock' if name.endswith('Time') else 'wall', 'argument': units[name]}) -}}
    {%- elif reader in ('integer', 'number', 'java_number', 'boolean', 'year') and not name.endswith('Duration') or name == 'UnsignedLong' -%}
        {{- return({'kind': 'number', 'name': 'int' if reader in ('integer', 'boolean') else name}) -}}
    {%- elif name in ('text', 'string', 'Enum', 'EnumSet', 'Json', 'Uuid', 'Xml', 'Ltree') -%}
        {{- return({'kind': 'text'}) -}}
    {%- endif -%}
    {{- return({'kind': name}) -}}
{%- endmacro -%}
