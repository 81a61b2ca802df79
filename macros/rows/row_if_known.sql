{#-
The image of a new row or version. NULL where it lies over the image of another key: then the image is known only after
both keys are folded together.
-#}
{%- macro row_if_known() -%}
if(new.needs_base, null, new.row)
{%- endmacro -%}
