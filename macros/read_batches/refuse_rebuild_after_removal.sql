{#- Stops a rebuild that would lose rows because of a removal, unless the user accepts the loss. -#}
{%- macro refuse_rebuild_after_removal(what) -%}
    {%- if execute and not var('changefeed_accept_loss', false) -%}
        {{- exceptions.raise_compiler_error(
            what ~ ' needs messages and changes that `changefeed maintain` has removed (table removals says which): rows would be lost. '
            ~ 'Decode again from a later --since, or give --accept-loss (--vars "changefeed_accept_loss: true" for dbt).'
        ) -}}
    {%- endif -%}
{%- endmacro -%}
