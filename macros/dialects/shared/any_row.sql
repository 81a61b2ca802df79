{#-
Whether any row of an array meets a condition. `condition` is a macro of the row. A single row, the usual case, needs no
lambda.
-#}
{%- macro any_row(rows, condition) -%}
case size({{ rows }})
    when 0 then false
    when 1 then {{ condition('(' ~ rows ~ ')[0]') }}
    else exists({{ rows }}, r -> {{ condition('r') }})
end
{%- endmacro -%}
