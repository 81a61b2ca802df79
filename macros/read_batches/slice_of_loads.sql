{#-
How far a run goes that has room for so many messages: the last load of the slice, which has one load at least, and how
many messages it leaves. `loads` is a query with batch_id and messages.
-#}
{%- macro slice_of_loads(loads, room) -%}
    {{- return(changefeed._newest_and_count(
        'select max(batch_id) filter (where is_taken), sum(messages) filter (where not is_taken) from ('
        ~ 'select *, total <= ' ~ room ~ ' or total = messages as is_taken from ('
        ~ 'select *, sum(messages) over (order by batch_id) as total from (' ~ loads ~ ')))'
    )) -}}
{%- endmacro -%}
