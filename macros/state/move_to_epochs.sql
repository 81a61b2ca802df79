{#- Counts the epochs of a column of positions again. -#}
{%- macro move_to_epochs(relation, column, times, is_there=false) -%}
    {%- if is_there or load_relation(relation) is not none -%}
        {%- do run_query(
            'update ' ~ relation ~ ' set ' ~ column ~ '.epoch = ' ~ changefeed.epoch_of(column, times)
            ~ ' where ' ~ changefeed.has_other_epoch(column, times)
        ) -%}
    {%- endif -%}
{%- endmacro -%}
