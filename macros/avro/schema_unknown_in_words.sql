{#-
The detail of schema_unknown: `what` was written with a schema whose number is unknown here, or whose schema decodes
nothing. `what` and `number` are SQL.
-#}
{%- macro schema_unknown_in_words(what, number) -%}
{%- set faults = [] -%}
{%- for name, landed in changefeed.landed_schemas().items() if landed.fault and modules.re.fullmatch('(registry:)?[0-9]+', name) -%}
    {%- do faults.append(changefeed.sql_string(name.split(':')[-1]) ~ ', ' ~ changefeed.sql_string(landed.fault)) -%}
{%- endfor -%}
concat(
    'The ', {{ what }}, ' on topic ', topic, ' was written with the schema ', {{ number }},
    {%- if faults %}
    coalesce(', which decodes nothing: ' || map({{ faults | join(', ') }})[{{ number }}] || '.', ', and neither a schema registry nor the folder schemas/ has given it.'),
    {%- else %}
    ', and neither a schema registry nor the folder schemas/ has given it.',
    {%- endif %}
    ' Each run asks the registry (CHANGEFEED_REGISTRY_URL) for schemas that it lacks; or put it into schemas/', {{ number }}, '.avsc.'
)
{%- endmacro -%}
