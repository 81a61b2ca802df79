{#- OMS's format Default: no types of columns. -#}
{%- macro oms_default_dialect() -%}
    {{- return(changefeed.extend(changefeed.oms_default_family(), {
        'name': 'oms_default',
        'signature': dict(changefeed.oms_default_family().signature, says=['not ' ~ changefeed.oms_rows_name_types()]),
        'faults': {
            'wrong_dialect': {
                'when': 'oms_names_types',
                'detail': "'A message of oms_default has no __light_type in its rows: with it, it is of oms_default_extend. Check the dialect of this feed in seeds/changefeed_feeds.csv.'",
            },
        },
    })) -}}
{%- endmacro -%}
