{#-
Reads a text as a date, a wall time, an instant or a time of day. Where an instant is asked for, a wall time is one in
the zone of the feed. Where a wall time is asked for, an instant is the wall time in that zone. A time is a date only at
midnight. What Spark's microseconds cannot hold is NULL.
-#}
{%- macro read_time(reader, text, type, kind, zone) -%}
    {%- if kind == 'time' -%}
        {{- {'text': text, 'micros_of_day': 'try_cast(' ~ text ~ ' as bigint)'}.get(reader) or function('mysql_time_micros') ~ '(' ~ text ~ ')' -}}
    {%- elif reader in ('unix_millis', 'wall_millis') -%}
        {{- changefeed._millis_as(text, type, zone, is_wall=reader == 'wall_millis') -}}
    {%- elif kind == 'date' -%}
        {%- set date = 'if(' ~ text ~ " rlike r'^-?[0-9]{1,7}\\z' and try_cast(" ~ text ~ ' as int) between -719162 and 2932896, date_from_unix_date(try_cast(' ~ text ~ ' as int)), null)'
            if reader == 'unix_days' else 'if(' ~ text ~ " rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}\\z', try_cast(" ~ text ~ ' as date), null)' -%}
        {{- date if type == 'date' else 'cast(' ~ date ~ ' as ' ~ type ~ ')' -}}
    {%- elif reader in changefeed._zoned_forms() -%}
        {%- set instant = changefeed._zoned_instant(reader, text) -%}
        {{- instant if type == 'timestamp' else changefeed.wall_time_in_zone(instant, zone) -}}
    {%- else -%}
        {{- changefeed._wall_time_as(changefeed._plain_wall_time(reader, text) | trim, type, 'UTC' if reader in ('utc_instant', 'utc_or_offset_instant') else zone) -}}
    {%- endif -%}
{%- endmacro -%}


{#- A wall time's text, spelled `2024-06-01 11:00:42.5`, as a value. -#}
{%- macro _wall_time_as(text, type, zone) -%}
    {%- set is_spelled_so = text ~ " rlike r'" ~ (changefeed._wall_time_pattern() | trim) ~ "'" -%}
    {%- if type == 'timestamp' -%}
        if({{ is_spelled_so }}, try_cast(concat({{ text }}, ' {{ zone }}') as timestamp), null)
    {%- elif type == 'date' -%}
        if({{ is_spelled_so }} and {{ text }} rlike ' 00:00:00([.]0*)?$', try_cast(left({{ text }}, 10) as date), null)
    {%- else -%}
        if({{ is_spelled_so }}, try_cast({{ text }} as timestamp_ntz), null)
    {%- endif -%}
{%- endmacro -%}


{%- macro _wall_time_pattern() -%}
^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z
{%- endmacro -%}


{#- The text of a wall time in the plain spelling, `2024-06-01 11:00:42.5`. -#}
{%- macro _plain_wall_time(reader, text) -%}
    {%- if reader in ('iso_wall_time', 'iso_instant', 'utc_instant') -%}
        regexp_replace({{ text }}, r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2')
    {%- elif reader == 'zoneless_wall_time' -%}
        regexp_replace({{ text }}, r'^([0-9-]{10} [0-9:.]{8,18}) \S+\z', '$1')
    {%- else -%}
        {{- text -}}
    {%- endif -%}
{%- endmacro -%}


{#- Readers of instants whose text has its own zone → a pattern of what follows the wall time. -#}
{%- macro _zoned_forms() -%}
    {%- set offset = ' ?(Z|[-+][0-9]{2}(:?[0-9]{2}(:[0-9]{2})?)?)' -%}
    {{- return({
        'zoned_instant': ' \\S+',
        'offset_instant': offset,
        'utc_or_offset_instant': '(' ~ offset ~ ')?',
        'bson_date': '(Z|[-+][0-9]{2}:?[0-9]{2})',
        'located_instant': '',
        'unix_instant': '',
        'unix_instant_but_0': '',
        'unix_seconds_or_millis': '',
    }) -}}
{%- endmacro -%}


{#-
An instant whose text has its own zone. Spark wants a colon in an offset and no blank before it. There is no year 0.
-#}
{%- macro _zoned_instant(reader, text) -%}
    {%- if reader == 'unix_instant' -%}
        {{- function('unix_instant') }}({{ text }})
    {%- elif reader == 'unix_instant_but_0' -%}
        {#- MySQL's TIMESTAMP begins one second after the epoch. -#}
        if({{ text }} rlike r'^-?0+([.]0+)?\z', null, {{ function('unix_instant') }}({{ text }}))
    {%- elif reader == 'located_instant' -%}
        {{- changefeed._zoned_instant('zoned_instant', 'regexp_replace(' ~ text ~ ", r'^[{]\"location\":\"([^\"]+)\",\"value\":\"([^\"]*)\"[}]\\z', '$2 $1')") -}}
    {%- elif reader == 'unix_seconds_or_millis' -%}
        if({{ text }} rlike r'^[0-9]{13}([.]0*)?\z', {{ changefeed._millis_as('left(' ~ text ~ ', 13)', 'timestamp', 'UTC') }}, {{ function('unix_instant') }}({{ text }}))
    {%- else -%}
        if(
            {{ text }} rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?{{ changefeed._zoned_forms()[reader] }}\z',
            try_cast({{ "regexp_replace(" ~ text ~ ", '^([0-9-]{10}):', '$1 ')" if reader == 'zoned_instant' else "regexp_replace(regexp_replace(" ~ text ~ ", ' ([-+Z])', '$1'), '([-+][0-9]{2})([0-9]{2})$', '$1:$2')" }} as timestamp),
            null
        )
    {%- endif -%}
{%- endmacro -%}


{#-
Milliseconds since 1970, as an instant, or as the wall time or the date that it was in the zone. With is_wall the
milliseconds count a wall time: then an instant is that wall time in the zone. A date is NULL unless the time is
midnight.
-#}
{%- macro _millis_as(text, type, zone, is_wall=false) -%}
    {%- set instant = 'if(' ~ text ~ " rlike r'^-?[0-9]{1,15}\\z', " ~ changefeed.millis_to_timestamp('try_cast(' ~ text ~ ' as bigint)') ~ ', null)' -%}
    {%- set wall = 'cast(' ~ instant ~ ' as timestamp_ntz)' if is_wall else changefeed.wall_time_in_zone(instant, zone) -%}
    {%- if type == 'timestamp' -%}
        {{- "to_utc_timestamp(" ~ instant ~ ", '" ~ zone ~ "')" if is_wall else instant -}}
    {%- elif type == 'timestamp_ntz' -%}
        {{- wall -}}
    {%- else -%}
        if({{ wall }} = cast(cast({{ wall }} as date) as timestamp_ntz), cast({{ wall }} as date), null)
    {%- endif -%}
{%- endmacro -%}
