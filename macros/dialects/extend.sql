{#-
A dialect made of another, or of what a family shares: what it states replaces what the base states. Within terms, faults, changes and
options it adds and replaces by name, and none takes away; new faults are judged before those of the base.
-#}
{%- macro extend(base, own) -%}
    {%- set dialect = dict(base, **own) -%}
    {%- for part in ['terms', 'faults', 'changes', 'options'] if part in base and part in own -%}
        {%- set merged = {} -%}
        {%- for source in ([own[part], base[part]] if part == 'faults' else [base[part], own[part]]) -%}
            {%- for name, value in source.items() -%}
                {%- do merged.update({name: own[part].get(name, value)}) -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- for name, value in own[part].items() if value is none -%}
            {%- do merged.pop(name) -%}
        {%- endfor -%}
        {%- do dialect.update({part: merged}) -%}
    {%- endfor -%}
    {{- return(dialect) -}}
{%- endmacro -%}
