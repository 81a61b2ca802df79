{#-
A post-hook of decoded: asks what the tests of a run will ask (found_by_run()), if it has any. They run at the same
time, and each would ask it. Renders to nothing.
-#}
{%- macro ask_found_by_run(log, read_batches) -%}
    {%- if changefeed.looks_at_the_run() and 'test.changefeed.nothing_is_lost' in selected_resources | join(' ') -%}
        {%- do changefeed.found_by_run(log, read_batches) -%}
    {%- endif -%}
{%- endmacro -%}
