{%- macro millis_to_timestamp(millis) -%}
    if({{ millis }} between -62135596800000 and 253402300799999, timestamp_millis({{ millis }}), null)
{%- endmacro -%}
