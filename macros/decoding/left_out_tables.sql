{#-
Whether the table of a message is one that the project leaves out. A pattern with a dot is one of database, schema and
table, others are of the table's name. A copy that gh-ost or pt-online-schema-change makes of a table is read if the
table is: it takes the table's name later.
-#}
{%- macro left_out_tables(selection) -%}
{%- set cases = [] -%}
{%- for feed, parts in selection.items() if parts.tables or parts.except_tables -%}
    {%- set left_out = [] -%}
    {%- if parts.tables -%}{%- do left_out.append('not ' ~ changefeed.fits_table(parts.tables)) -%}{%- endif -%}
    {%- if parts.except_tables -%}{%- do left_out.append(changefeed.fits_table(parts.except_tables)) -%}{%- endif -%}
    {%- do cases.append('when ' ~ changefeed.sql_string(feed) ~ ' then ' ~ left_out | join(' or ')) -%}
{%- endfor -%}
{{ "(source_table <> '' and case feed " ~ cases | join(' ') ~ ' else false end)' if cases else 'false' }}
{%- endmacro -%}
