{#-
Stops where a dialect states a name that no dialect has: a misspelled one would be left out silently. The list of all
that a dialect may state; docs/how-to/add-a-dialect.md says what each means.
-#}
{%- macro check_dialects(known) -%}
    {%- set keys = [
        'name', 'version', 'source_kinds', 'is_internal', 'envelope', 'signature', 'members', 'options', 'terms', 'faults', 'changes', 'types', 'type', 'value',
        'type_cells', 'rewrite', 'written_value', 'fits', 'described_tables', 'sent_kind', 'sent_options', 'events', 'written', 'has_paths', 'takes_along', 'reads_tombstones', 'ambiguous_nulls',
    ] -%}
    {%- set names = {
        'envelope': ['name', 'format', 'members', 'fractions', 'versions', 'ignores', 'type', 'schema_fault'],
        'signature': ['has', 'usually_has', 'says', 'bytes'],
        'changes': changefeed.change_fields(),
    } -%}
    {%- set names_of_each = {
        'faults': ['when', 'detail'],
        'options': ['values', 'default', 'meaning', 'is_optional', 'is_for_types'],
        'types': ['family', 'readers', 'types', 'spark', 'unsent', 'like'],
    } -%}
    {%- for dialect in known -%}
        {%- set wrong = [] -%}
        {%- for name in dialect if name not in keys -%}
            {%- do wrong.append(['', name, keys]) -%}
        {%- endfor -%}
        {%- for part, allowed in names.items() -%}
            {%- for name in dialect[part] or {} if name not in allowed -%}
                {%- do wrong.append([part ~ '.', name, allowed]) -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- for part, allowed in names_of_each.items() -%}
            {%- for of, each in (dialect[part] or {}).items() -%}
                {%- for name in each or {} if name not in allowed -%}
                    {%- do wrong.append([part ~ '.' ~ of ~ '.', name, allowed]) -%}
                {%- endfor -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- for part, name, allowed in wrong -%}
            {%- do exceptions.raise_compiler_error('The dialect ' ~ dialect.name ~ ' states ' ~ part ~ name ~ ', which no dialect has.' ~ changefeed.did_you_mean(name, allowed)) -%}
        {%- endfor -%}
    {%- endfor -%}
{%- endmacro -%}
