{#-
All members of an envelope, also the members of its objects: [{path (a list of names), type}]. An object comes before
its members.
-#}
{%- macro envelope_members(members, within=[]) -%}
    {%- set found = [] -%}
    {%- for name, type in members.items() -%}
        {%- do found.append({'path': within + [name], 'type': type}) -%}
        {%- if type is mapping -%}
            {%- do found.extend(changefeed.envelope_members(type, within + [name])) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
