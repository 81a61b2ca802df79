{%- macro has_other_epoch(column, times) -%}
feed in ('{{ times | join("', '") }}') and {{ column }}.epoch <> {{ changefeed.epoch_of(column, times) }}
{%- endmacro -%}
