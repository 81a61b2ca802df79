{#- What the text is that drs_mongo keeps of a MongoDB value; none for a type that drs_mongo_value() cannot read. -#}
{%- macro drs_mongo_type(source_type, feed) -%}
    {{- return(changefeed.mongodb_types().get(changefeed.source_type(source_type).base)) -}}
{%- endmacro -%}
