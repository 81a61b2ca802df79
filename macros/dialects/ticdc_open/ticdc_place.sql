{#-
The place of a change of TiCDC: the commit of its transaction. TiCDC sends an update of a unique key as a delete and an
insert with one commit, each to the partition of its own values: the delete comes just before.
-#}
{%- macro ticdc_place(operation, commit_ts) -%}
transform(
    array(array(cast({{ commit_ts }} as decimal(38,0)))),
    place -> if({{ operation }} = 'delete', {{ changefeed.just_before('place') | indent(4) }}, place)
)[0]
{%- endmacro -%}
