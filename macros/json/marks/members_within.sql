{#-
The members of a value of marked_members() that is an object, with values of the same form. NULL where the value is no
object.
-#}
{%- macro members_within(value) -%}
get(transform(array({{ changefeed.json_object_of(value) }}), members -> {{ changefeed.with_names_unmarked('members') }}), 0)
{%- endmacro -%}
