{#-
One expression for messages that are text, another for Avro records. Only one of them where the dialects are all of one
kind.
-#}
{%- macro if_text(text, record, dialects) -%}
{%- set records = dialects | selectattr('envelope.format', 'equalto', 'avro') | map(attribute='name') | list -%}
{%- if not records -%}
{{ text }}
{%- elif records | length == dialects | length -%}
{{ record }}
{%- else -%}
if(dialect in ('{{ records | join("', '") }}'), {{ record }}, {{ text }})
{%- endif -%}
{%- endmacro -%}
