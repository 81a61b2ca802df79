{%- macro topics_pattern(topics) -%}
    concat('^(', replace(replace(replace(replace(trim({{ topics }}), '.', '[.]'), '*', '.*'), '?', '.'), ' ', '|'), ')$')
{%- endmacro -%}
