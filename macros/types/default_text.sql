{#-
SQL of the text that a dialect would send of the value that rows have from a default, in a column of a source type of a
feed. It reads `given`, of default_texts(), and `source_at`. It is the default as it was written where the dialect
cannot read the type.
-#}
{%- macro default_text(source_type, feed) -%}
    {%- set written = changefeed.written_text(source_type, feed) -%}
    {%- if not written -%}{{- return('given.text') -}}{%- endif -%}
    {{- changefeed.written_default(changefeed.plain_default(written.kind, written.family, written.parts, feed.time_zone), written.form) -}}
{%- endmacro -%}
