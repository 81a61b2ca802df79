{#-
SQL of the text that rows of before have in a column that a statement added (default_text()), over the columns of
event_actions. Empty where no column was added with a value. `given` has the default: text (as command_action() writes
it), hex (the digits of x'4142' or 0x4142, in an even number; '' for others), is_now (whether it is the time of the
statement) and literal (the text; of Oracle's TO_DATE and TO_TIMESTAMP what they mean). Types of messages are found by
their hash: message content is no part of a statement's text.
-#}
{%- macro default_texts(actions) -%}
    {%- if not changefeed.is_readable(actions) -%}{{ return('') }}{%- endif -%}
    {%- set pair = 'md5(to_json(array(feed, column_type)))' -%}
    {%- set added = changefeed.ask('columns_added_with_values', 'select distinct feed, column_type, ' ~ pair ~ ' as pair from ' ~ actions ~ " where action = 'add_column' and column_default is not null") -%}
    {%- set feeds = changefeed.feeds_by_name() if added else {} -%}
    {%- set cases = [] -%}
    {%- for name, type, pair in added if name in feeds -%}
        {%- do cases.append("when '" ~ pair ~ "' then " ~ changefeed.default_text(type, feeds[name])) -%}
    {%- endfor -%}
    {%- if not cases -%}{{ return('') }}{%- endif -%}
if(column_default is null, null, transform(
    array(struct(
        column_default as text,
        regexp_replace(upper(regexp_extract(column_default, r'^\uFDD0(?:0x|[xX] ?\x27)([0-9a-fA-F]+)\x27?$', 1)), '^(.(?:..)*+)$', '0$1') as hex,
        column_default rlike r'(?i)^\uFDD0[(]*(?:current_(?:timestamp|date|time)|localtime(?:stamp)?|curdate|now|sysdate|systimestamp|sysdatetime|getdate)(?: ?[(] ?[0-9]* ?[)])?[)]*\z'
        and source_at is not null as is_now,
        coalesce({{ changefeed._text_of_to_date() | indent(8) }}, column_default) as literal
    )),
    given -> case {{ pair }}
        {{ cases | join('\n') | indent(8) }}
        else column_default
    end
)[0])
{%- endmacro -%}


{#- What TO_DATE('31.01.2024', 'DD.MM.YYYY') means, as 2024-01-31; NULL for what is none, or has other parts. -#}
{%- macro _text_of_to_date() -%}
    {%- set form = "r'(?i)^\\uFDD0to_(?:date|timestamp)[(]\\x27([^\\x27]*)\\x27, ?\\x27([^\\x27]*)\\x27[)]$'" -%}
    {%- set at = {} -%}
    {%- for part in ['YYYY', 'MM', 'DD', 'HH', 'MI', 'SS'] -%}
        {%- do at.update({part: "substr(sent.text, instr(sent.form, '" ~ part ~ "'), " ~ part | length ~ ')'}) -%}
    {%- endfor -%}
transform(
    array(struct(
        regexp_extract(column_default, {{ form }}, 1) as text,
        replace(upper(regexp_extract(column_default, {{ form }}, 2)), 'HH24', 'HH') as form
    )),
    sent -> if(
        length(sent.text) = length(sent.form) and sent.form rlike '^(?=.*YYYY)(?=.*MM)(?=.*DD)(?:YYYY|MM|DD|HH|MI|SS|[^A-Z])++$',
        concat(
            {{ at.YYYY }}, '-', {{ at.MM }}, '-', {{ at.DD }}, ' ',
            concat_ws(':', {% for part in ['HH', 'MI', 'SS'] %}if(contains(sent.form, '{{ part }}'), {{ at[part] }}, '00'){{ ', ' if not loop.last }}{% endfor %})
        ),
        null
    )
)[0]
{%- endmacro -%}
