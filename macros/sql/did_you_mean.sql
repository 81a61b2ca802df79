{#- Says which of several names a misspelled one is near: ` Did you mean canal?`; nothing where none is. -#}
{%- macro did_you_mean(word, names) -%}
    {%- set nearest = namespace(name='', distance=(word | length) // 3 + 1) -%}
    {%- for name in names -%}
        {%- set distance = changefeed._edit_distance(word | lower, name | lower) -%}
        {%- if distance < nearest.distance or distance == nearest.distance and not nearest.name -%}
            {%- set nearest.name, nearest.distance = name, distance -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(' Did you mean ' ~ nearest.name ~ '?' if nearest.name else '') -}}
{%- endmacro -%}


{#- How many letters have to be put in, taken out or replaced to make one word the other (Levenshtein). -#}
{%- macro _edit_distance(word, other) -%}
    {%- set costs = namespace(row=range(other | length + 1) | list) -%}
    {%- for letter in word -%}
        {%- set row = [loop.index] -%}
        {%- for other_letter in other -%}
            {%- do row.append([
                row[-1] + 1,
                costs.row[loop.index] + 1,
                costs.row[loop.index0] + (0 if letter == other_letter else 1),
            ] | min) -%}
        {%- endfor -%}
        {%- set costs.row = row -%}
    {%- endfor -%}
    {{- return(costs.row[-1]) -}}
{%- endmacro -%}
