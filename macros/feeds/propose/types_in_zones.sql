{#- Types that may be read in a feed's zone. They stand in for the types of a dialect whose messages send none. -#}
{%- macro types_in_zones() -%}
    {{- return(['timestamp', 'timestamp with local time zone', 'timestamp_ltz', 'datetime']) -}}
{%- endmacro -%}
