"""The documentation as one page: dbt's site with the project's data in it, and what it lacks.

Names, comments and statements of a source are in the data. None of them may run as script in the browser of a reader:
the data have no `<`, and the page allows no script but dbt's own, by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

_STYLE = Path(__file__).parent / "site.css"
_DATA = re.compile(r'"(MANIFEST|CATALOG)\.JSON INLINE DATA"')  # where dbt's page wants them
_SCRIPT = re.compile(r"<script\b[^>]*>(.*?)</script>", re.DOTALL)


def write(target: Path, to: Path) -> None:
    """Write one page of what `dbt docs generate` left in dbt's target folder.

    dbt's own (`--static`) puts the data into a script as they are. This one has a layout for narrow screens, and is
    dark where the system is, too.
    """
    head, end, body = (target / "index.html").read_text(encoding="utf-8").partition("</head>")
    page = f"{head}<style>\n{_STYLE.read_text(encoding='utf-8')}</style>{end}{body}"
    texts = {name: (target / f"{name.lower()}.json").read_text(encoding="utf-8") for name in ("MANIFEST", "CATALOG")}
    # In JSON `<` occurs in texts only, where it may be written so.
    page = _DATA.sub(lambda found: texts[found[1]].replace("<", "\\u003c"), page)
    allowed = " ".join(f"'sha256-{_hash(script)}'" for script in _SCRIPT.findall(page))
    policy = f"script-src {allowed}; object-src 'none'; base-uri 'none'"
    told = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    start, script, rest = page.partition("<script")
    to.write_text(f"{start}{told}{script}{rest}", encoding="utf-8")


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
