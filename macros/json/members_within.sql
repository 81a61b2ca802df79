{#- The members of a value of marked_members() that is an object: such members. NULL where it is none. -#}
{%- macro members_within(value) -%}
get(transform(array({{ changefeed.json_object_of(value) }}), members -> {{ changefeed.with_names_unmarked('members') }}), 0)
{%- endmacro -%}
