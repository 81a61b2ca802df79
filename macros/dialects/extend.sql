{#-
A dialect that is made of a base: of another dialect, or of what a family shares. `own` is the whole dialect, and names
all that the base has, one by one in terms, faults, changes and options. In a text of parts(), `-- rows: taken` takes
it, SQL replaces it, `-- rows: none` leaves it out. What is none in the base, each dialect states itself.
-#}
{%- macro extend(base, own) -%}
    {%- set dialect = {} -%}
    {%- do changefeed._check_all_named(own.name or '(of a family)', '', base, own) -%}
    {%- for part, stated in own.items() if stated is not none -%}
        {%- if part in ['terms', 'faults', 'changes', 'options'] -%}
            {%- set kept = {} -%}
            {%- do changefeed._check_all_named(own.name or '(of a family)', part ~ '.', base[part] or {}, stated) -%}
            {%- for name, value in stated.items() if value is not none -%}
                {%- do kept.update({name: value}) -%}
            {%- endfor -%}
            {%- do dialect.update({part: kept}) -%}
        {%- else -%}
            {%- do dialect.update({part: stated}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(dialect) -}}
{%- endmacro -%}


{#-
Stops where `own` says nothing of a name of the base, takes one that the base lacks, or leaves out one that each dialect
states.
-#}
{%- macro _check_all_named(dialect, part, base, own) -%}
    {%- for name, value in own.items() if value is undefined -%}
        {%- do exceptions.raise_compiler_error('The dialect ' ~ dialect ~ ' takes ' ~ part ~ name ~ ' from its base, which has no ' ~ part ~ name ~ '.') -%}
    {%- endfor -%}
    {%- for name, value in base.items() -%}
        {%- if name not in own -%}
            {%- do exceptions.raise_compiler_error(
                'The dialect ' ~ dialect ~ ' says nothing of ' ~ part ~ name ~ ', which its base has: take it (' ~ ('-- ' ~ name ~ ': taken' if part in ['terms.', 'faults.', 'changes.'] else 'base.' ~ part ~ name) ~ '), replace it, or leave it out (none).'
            ) -%}
        {%- elif value is none and own[name] is none -%}
            {%- do exceptions.raise_compiler_error('The dialect ' ~ dialect ~ ' has to state ' ~ part ~ name ~ ' itself: its base has none.') -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro -%}
