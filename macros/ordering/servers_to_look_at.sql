{#-
The feeds in whose new batches another server may have taken over: with a server that no earlier batch had, or with
several: feed, has_several (also with earlier batches). `known` is the relation source_epochs, none before its first
build.
-#}
{%- macro servers_to_look_at(log, known, applied_batch_id) -%}
    {%- if not changefeed.is_readable(log) -%}{{ return([]) }}{%- endif -%}
    {%- set servers = changefeed.new_servers(log, applied_batch_id) -%}
    {{- return(changefeed.ask(
        'servers_to_look_at',
        'select feed, count(*) > 1 as has_several from ('
        ~ 'select feed, source_server, bool_or(is_new) as is_new, bool_or(not is_new) as is_known from ('
        ~ 'select feed, source_server, true as is_new from (' ~ servers ~ ')'
        ~ (' union all select feed, source_server, false as is_new from ' ~ known ~ ' where source_server is not null' if known else '')
        ~ ') group by feed, source_server) group by feed having bool_or(is_new) and (bool_or(is_new and not is_known) or has_several) order by feed'
    ) | list) -}}
{%- endmacro -%}
