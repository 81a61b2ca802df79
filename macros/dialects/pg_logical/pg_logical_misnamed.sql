{#-
Whether a name or a type of a column is a number, an object or the like. A message is parsed again only where one looks
so.
-#}
{%- macro pg_logical_misnamed() -%}
{%- set lists = 'columnnames:array<variant>,columntypes:array<variant>,oldkeys:struct<keynames:array<variant>,keytypes:array<variant>>,pk:struct<pknames:array<variant>,pktypes:array<variant>>' -%}
exists(
    array(filter(flatten(transform(wal_sides, side -> array(side.names, side.types))), list -> list is not null)),
    told -> exists(flatten(told), text -> coalesce({{ changefeed.looks_like_not_string('text') }}, false)) and exists(
        array(from_json(
            value_text,
            'columns array<map<string,variant>>, identity array<map<string,variant>>, pk array<map<string,variant>>, wal_change struct<{{ lists }}>',
            {{ changefeed.json_options() }}
        )),
        sent -> exists(
            zip_with(
                flatten(told),
                flatten(filter(
                    if(
                        event_index is null,
                        flatten(transform(array(sent.columns, sent.identity, sent.pk), side -> array(transform(side, each -> each['name']), transform(side, each -> each['type'])))),
                        transform(array(sent.wal_change), change -> array(
                            change.columnnames, change.columntypes, change.oldkeys.keynames, change.oldkeys.keytypes, change.pk.pknames, change.pk.pktypes
                        ))[0]
                    ),
                    list -> list is not null
                )),
                (text, value) -> text is not null and {{ changefeed.is_not_string('value') }}
            ),
            is_other -> is_other
        )
    )
)
{%- endmacro -%}
