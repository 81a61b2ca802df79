{#-
Character sets: the name that a source has, in small letters → the name that Java has. Sets that Java lacks are left
out. Names of MySQL are mapped as Connector/J maps them, without those that Connector/J only approximates (armscii8,
dec8, geostd8, hp8, keybcs2, swe7). Names of Oracle are here where they mean the same set.
-#}
{%- macro java_charsets() -%}
{%- set charsets = {
    'UTF-8': ['utf8mb4', 'utf8mb3', 'utf8', 'utf-8', 'al32utf8'],
    'GBK': ['gbk', 'zhs16gbk'],
    'GB18030': ['gb18030', 'zhs32gb18030'],
    'GB2312': ['gb2312'],
    'Big5': ['big5', 'zht16big5'],
    'US-ASCII': ['ascii', 'us-ascii', 'us7ascii'],
    'ISO-8859-1': ['binary', 'iso-8859-1', 'we8iso8859p1'],
    'windows-1252': ['latin1', 'cp1252', 'windows-1252', 'we8mswin1252'],
    'ISO-8859-2': ['latin2'],
    'ISO-8859-9': ['latin5'],
    'ISO-8859-13': ['latin7'],
    'ISO-8859-7': ['greek'],
    'ISO-8859-8': ['hebrew'],
    'windows-1250': ['cp1250'],
    'windows-1251': ['cp1251'],
    'windows-1256': ['cp1256'],
    'windows-1257': ['cp1257'],
    'IBM850': ['cp850'],
    'IBM852': ['cp852'],
    'IBM866': ['cp866'],
    'windows-31j': ['cp932'],
    'Shift_JIS': ['sjis'],
    'EUC-JP': ['ujis'],
    'x-eucJP-Open': ['eucjpms'],
    'EUC-KR': ['euckr'],
    'KOI8-R': ['koi8r'],
    'KOI8-U': ['koi8u'],
    'TIS-620': ['tis620'],
    'x-MacCentralEurope': ['macce'],
    'x-MacRoman': ['macroman'],
    'UTF-16BE': ['utf16', 'ucs2', 'al16utf16'],
    'UTF-16LE': ['utf16le'],
    'UTF-32BE': ['utf32'],
} -%}
{%- set entries = [] -%}
{%- for java, names in charsets.items() -%}
    {%- for each in names -%}
        {%- do entries.append("'" ~ each ~ "', '" ~ java ~ "'") -%}
    {%- endfor -%}
{%- endfor -%}
map({{ entries | join(', ') }})
{%- endmacro -%}
