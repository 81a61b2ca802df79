{#-
SQL of the regular expression of the texts that fit the new type of a column (fitting_texts()), over the columns of
event_actions; NULL where all do. Empty where no change of a type has one. Types of messages are found by their hash, as
in default_texts().
-#}
{%- macro fits_of_types(actions) -%}
    {%- if not changefeed.is_readable(actions) -%}{{ return('') }}{%- endif -%}
    {%- set pair = 'md5(to_json(array(feed, column_type)))' -%}
    {%- set changed = changefeed.ask('changed_types', 'select distinct feed, column_type, ' ~ pair ~ ' as pair from ' ~ actions ~ " where action = 'change_type'") -%}
    {%- set feeds = changefeed.feeds_by_name() if changed else {} -%}
    {%- set cases = [] -%}
    {%- for name, type, pair in changed if name in feeds -%}
        {%- set fits = changefeed.fitting_texts(type, feeds[name]) -%}
        {%- if fits -%}{%- do cases.append("when '" ~ pair ~ "' then " ~ changefeed.sql_string(fits)) -%}{%- endif -%}
    {%- endfor -%}
    {{- return('case ' ~ pair ~ ' ' ~ cases | join(' ') ~ ' end' if cases else '') -}}
{%- endmacro -%}
