{#-
A sentence with the name, among several, that is nearest to a misspelled word: ` Did you mean canal?`. Empty where no
name is near.
-#}
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


{#- How many letters have to be inserted, removed or replaced to turn one word into the other (Levenshtein). -#}
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
