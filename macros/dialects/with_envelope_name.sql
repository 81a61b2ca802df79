{#-
What a dialect states (a text of SQL, or a list or dictionary of them), with another name of its envelope: the name by
itself, before a dot or a bracket (a member), or before an underscore (a term).
-#}
{%- macro with_envelope_name(stated, name, other) -%}
    {%- if stated is string -%}
        {{- return(modules.re.sub('\\b' ~ name ~ '(?![A-Za-z0-9])', other, stated)) -}}
    {%- elif stated is mapping -%}
        {%- set found = {} -%}
        {%- for key, value in stated.items() -%}
            {%- do found.update({key: changefeed.with_envelope_name(value, name, other)}) -%}
        {%- endfor -%}
        {{- return(found) -}}
    {%- elif stated is iterable and stated is not callable -%}
        {%- set found = [] -%}
        {%- for value in stated -%}
            {%- do found.append(changefeed.with_envelope_name(value, name, other)) -%}
        {%- endfor -%}
        {{- return(found) -}}
    {%- endif -%}
    {{- return(stated) -}}
{%- endmacro -%}
