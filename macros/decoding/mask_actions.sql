{#- What a mask can do, the strictest first: action → what may stand behind its colon, and how it is written. -#}
{%- macro mask_actions() -%}
    {{- return({
        'drop': {'argument': '', 'example': 'drop'},
        'null': {'argument': '', 'example': 'null'},
        'hash': {'argument': '', 'example': 'hash'},
        'generalize': {'argument': 'year|[1-9][0-9]{0,8}', 'example': 'generalize:year or generalize:10'},
        'keep_first': {'argument': '[1-9][0-9]{0,3}', 'example': 'keep_first:3'},
        'keep_last': {'argument': '[1-9][0-9]{0,3}', 'example': 'keep_last:4'},
    }) -}}
{%- endmacro -%}
