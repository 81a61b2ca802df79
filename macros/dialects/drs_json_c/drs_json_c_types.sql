{#- JSON-C differs from JSON in TIMESTAMP only: text, in the feed's time zone (DRS 000, "JSON-C"). -#}
{%- macro drs_json_c_types() -%}
    {%- set types = {} -%}
    {%- for kind, entry in changefeed.drs_json_types().items() if kind != 'oracle' -%}
        {%- do types.update({kind: entry if entry.like else dict(entry, readers=dict(entry.readers, instant='instant'))}) -%}
    {%- endfor -%}
    {{- return(types) -}}
{%- endmacro -%}
