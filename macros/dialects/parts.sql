{#-
The parts of a text of SQL, by name: how a dialect writes its terms, faults and changes as SQL, without quotes. A line
`-- name` begins a part, and the SQL follows it.

- `-- name, in words`: the sentence of a fault (`detail`), of which `-- name` has the condition (`when`).
- `-- name, other: taken`: these are as `base` has them.
- `-- name, other: none`: these are left out (extend()).
-#}
{%- macro parts(text, base={}) -%}
    {%- set found = {} -%}
    {%- set texts = modules.re.split('(?m)^-- ', text) -%}
    {%- if texts[0].strip() -%}{%- do exceptions.raise_compiler_error('No name stands before: ' ~ texts[0].strip()) -%}{%- endif -%}
    {%- for part in texts[1:] -%}
        {%- set head, sql = (part ~ '\n').split('\n', 1) -%}
        {%- set names, kind = (head.strip() ~ ': ').split(': ', 1) -%}
        {%- if kind -%}
            {%- for name in names.split(', ') -%}{%- do found.update({name: base[name] if kind == 'taken: ' else none}) -%}{%- endfor -%}
        {%- elif names.endswith(', in words') -%}
            {%- do found.update({names[:-10]: {'when': found[names[:-10]], 'detail': sql.strip()}}) -%}
        {%- else -%}
            {%- do found.update({names: sql.strip()}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
