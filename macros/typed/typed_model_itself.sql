{#-
The model that is built: its yml says what the columns are. A unit test says it in its overrides, for dbt shows it no
yml.
-#}
{%- macro typed_model_itself() -%}
    {%- if model.resource_type == 'unit_test' -%}
        {{- exceptions.raise_compiler_error('unit test ' ~ model.name ~ ': dbt shows a unit test no yml of its model: say in overrides.macros what '
            ~ 'changefeed.typed_model_itself and changefeed.settings_of_feeds return (models/typed/demo/_demo__unit_tests.yml of changefeed is an example)') -}}
    {%- endif -%}
    {{- return(model) -}}
{%- endmacro -%}
