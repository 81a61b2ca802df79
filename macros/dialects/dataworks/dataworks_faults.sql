{#- The faults of both. `rows` is what holds the columns of a row, `major` the first number of the version as a pattern, `versions` in words. -#}
{%- macro dataworks_faults(sender, envelope, rows, versions, major) -%}
{%- set columns = envelope ~ '.schema.' ~ ('column' if rows == 'data' else rows) -%}
{%- set op = envelope ~ '.payload.op' -%}
{%- set before = envelope ~ '.payload.before.' ~ rows -%}
{%- set after = envelope ~ '.payload.after.' ~ rows -%}
{%- set needs_after = op ~ " in ('INSERT', 'ROW', 'UPDATE_AFTER', 'UPDATE')" -%}
{%- set needs_before = op ~ " in ('DELETE', 'UPDATE_BEFOR', 'UPDATE_BEFORE', 'UPDATE')" -%}
    {{- return({
        'wrong_dialect': {
            'when': 'not coalesce(' ~ envelope ~ ".version rlike r'" ~ major ~ "', false)",
            'detail': "concat('The version of a message of " ~ sender ~ ' begins with ' ~ versions ~ "; here it is ', coalesce(" ~ envelope ~ ".version, 'missing'), '."
                ~ " Version 2 is that of dialect oms_dataworks, 0 and 1 are those of dataworks: check the dialect of this feed in seeds/feeds.csv.')",
        },
        'unknown_operation': {
            'when': envelope ~ '_operation is null',
            'detail': "concat('" ~ sender ~ " documents no op ', coalesce(" ~ op ~ ", 'null'), '.')",
        },
        'row_missing': {
            'when': needs_after ~ ' and ' ~ after ~ ' is null or ' ~ needs_before ~ ' and ' ~ before ~ ' is null',
            'detail': "concat('A message of " ~ sender ~ " with op ', " ~ op ~ ", ' has ', if(" ~ needs_after ~ " and " ~ after
                ~ " is null, 'the row after the change in payload.after', 'the row before the change in payload.before'), '." ~ rows ~ "; here it is absent or null.')",
        },
        'row_too_many': {
            'when': '(' ~ op ~ " in ('INSERT', 'ROW') and " ~ before ~ ' is not null) or ('
                ~ op ~ " in ('DELETE', 'UPDATE_BEFOR', 'UPDATE_BEFORE') and " ~ after ~ ' is not null)',
            'detail': "concat('A message of " ~ sender ~ " with op ', " ~ op ~ ", ' has one row; here payload.before and payload.after both hold one.')",
        },
        'duplicate_name': {
            'when': 'size(array_distinct(transform(' ~ columns ~ ", c -> c['name']))) <> size(" ~ columns ~ ')',
            'detail': "'The list of columns names one twice.'",
        },
        'wrong_type': {
            'when': 'coalesce(exists(' ~ columns ~ ", c -> c['name'] is null), false)",
            'detail': "'The list of columns has one without a name.'",
        },
    }) -}}
{%- endmacro -%}
