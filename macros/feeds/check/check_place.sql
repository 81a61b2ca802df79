{#-
Refuses a mask with the place landing for feeds whose messages can't be written anew. `feeds` are the lines of the feeds
that its pattern fits. A seed is checked alone, so the loader and `changefeed feeds check` ask this beside it.
-#}
{%- macro check_place(line, feeds) -%}
    {%- for feed in feeds -%}
        {%- set dialect = changefeed.dialects() | selectattr('name', 'equalto', feed.dialect) | first -%}
        {%- if dialect and (dialect.envelope.format == 'avro' or dialect.written == 'avro') -%}
            {{- changefeed._wrong_line(line, 'place', "the messages of feed '" ~ feed.feed ~ "' are Avro (" ~ dialect.name ~ '). At landing only JSON is written anew: a binary record has no place for a hash, '
                ~ 'and its schema would not fit. Leave place empty, so that the mask acts at decoding; or mask at the source; or name other feeds') -}}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro -%}
