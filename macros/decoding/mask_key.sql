{#-
One row: the two blocks of HMAC-SHA-256, made of the key that hashes values. The key is in no text of SQL and in no
plan: Spark reads it as it runs, from the environment variable CHANGEFEED_MASK_KEY of its own process, or as the first
line of the file that CHANGEFEED_MASK_KEY_FILE names.
-#}
{%- macro mask_key() -%}
{%- set file = env_var('CHANGEFEED_MASK_KEY_FILE', '') -%}
{%- if file and not modules.re.fullmatch('[\\w:/.-]+', file) -%}
    {{- exceptions.raise_compiler_error('CHANGEFEED_MASK_KEY_FILE: the name of the file can have letters, digits and _ - . : / only') -}}
{%- endif -%}
{%- set pad = "unhex(array_join(transform(sequence(1, 64), i -> lpad(hex(cast(conv(substr(block, 2 * i - 1, 2), 16, 10) as int) ^ " -%}
select
    {{ pad }}54), 2, '0')), '')) as mask_inner,
    {{ pad }}92), 2, '0')), '')) as mask_outer
from (
    select rpad(if(octet_length(key) > 64, sha2(key, 256), hex(key)), 128, '0') as block
    from (
        select
            if(
                octet_length(given) >= 16,
                cast(given as binary),
                cast(raise_error('A mask or an erasure hashes values, and there is no key of 16 bytes or more: set CHANGEFEED_MASK_KEY, or CHANGEFEED_MASK_KEY_FILE to a file with the key in its first line (`openssl rand -hex 32`).') as binary)
            ) as key
        {%- if file %}
        from (select coalesce(first(value), '') as given from (select value from text.`{{ file }}` limit 1))
        {%- else %}
        from (select coalesce(reflect('java.lang.System', 'getenv', 'CHANGEFEED_MASK_KEY'), '') as given)
        {%- endif %}
    )
)
{%- endmacro -%}
