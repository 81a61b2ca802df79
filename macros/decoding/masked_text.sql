{#-
What a mask makes of a text. `canonical` is the text of which a hash is taken. What cannot be generalized becomes NULL.
-#}
{%- macro masked_text(text, mask, canonical=none) -%}
{%- set n = mask.argument -%}
{%- if mask.action == 'hash' -%}
sha2(concat(mask_outer, unhex(sha2(concat(mask_inner, cast({{ canonical or text }} as binary)), 256))), 256)
{%- elif mask.action == 'keep_last' -%}
concat(repeat('*', greatest(length({{ text }}) - {{ n }}, 0)), if(length({{ text }}) > {{ n }}, right({{ text }}, {{ n }}), repeat('*', length({{ text }}))))
{%- elif mask.action == 'keep_first' -%}
concat(if(length({{ text }}) > {{ n }}, left({{ text }}, {{ n }}), repeat('*', length({{ text }}))), repeat('*', greatest(length({{ text }}) - {{ n }}, 0)))
{%- elif mask.action == 'generalize' and n == 'year' -%}
if({{ text }} rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9:.]+)?(Z|[-+][0-9:]+)?\z', concat(left({{ text }}, 4), '-01-01', regexp_replace(substr({{ text }}, 11), '[0-9]', '0')), null)
{%- elif mask.action == 'generalize' -%}
cast(floor(try_cast({{ text }} as decimal(38,9))) - pmod(floor(try_cast({{ text }} as decimal(38,9))), {{ n }}) as string)
{%- else -%}
null
{%- endif -%}
{%- endmacro -%}
