"""Names of tables, columns and values that something between the message and a file might take for its own."""

from __future__ import annotations

NAMES = (
    "__HIVE_DEFAULT_PARTITION__", "__changefeed__", "null", "NULL", " ", ".", "..", "../x", "/tmp/x", "a/b=c%2F",
    "_delta_log", "table_bucket=3", "nul\0in it", "x" * 300, "订单" * 50, "line\nbreak", "carriage\rreturn", "\t",
    "a\u2028b", "🚀", "it's", 'say "x"', "back\\slash", "ends in \\", "\\u0024", "tick`s", "${env:HOME}",
    "${spark.master}", "<rows>.feed", "<rows>.", "{{ this }}", "{% raw %}", "'); drop table folded_rows; --", "/*",
    "%s", "?", ":name", "case", "CASE", "Case",
)  # fmt: skip
