{#-
The place just before a place in the source's log, and after all others that come before it. A delete and a create of
one row can have one place, and come in two partitions. The delete is put there, so that the row lives, whichever comes
first.
-#}
{%- macro just_before(sequence) -%}
concat(
    slice({{ sequence }}, 1, size({{ sequence }}) - 1),
    array(element_at({{ sequence }}, -1) - 1, 1)
)
{%- endmacro -%}
