"""Calls the project's Jinja macros without dbt and Spark. So rules of dialects and seeds stand in one place.

This works for macros that do not ask the warehouse. They find the part of dbt's context that they need: `return`,
`exceptions`, `modules`, `env_var`, `adapter.dispatch` and the packages' names.
"""

from __future__ import annotations

import datetime
import functools
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jinja2
import pytz

from changefeed.project.paths import package_dir
from changefeed.project.profile import folders_of, package_variables, read_project

PACKAGE = "changefeed"
_DEFINED = re.compile(r"\{%-?\s*macro\s+(\w+)\s*\(")
_PREFIX = "m__"  # Jinja exports no name that begins with _


class Wrong(ValueError):
    """What a macro raised with exceptions.raise_compiler_error()."""


class _Returned(Exception):
    """return(value) of a macro."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


def _raise(message: str) -> None:
    raise Wrong(message)


def _return(value: Any) -> None:
    raise _Returned(value)


def _from_json(text: str, default: Any = None) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return default


_JINJA = jinja2.Environment(extensions=["jinja2.ext.do"], undefined=jinja2.Undefined)
_compiled = functools.cache(_JINJA.compile)  # by text: most of the time of a first call. A server's commands inherit it


def _template(text: str, context: dict[str, Any]) -> jinja2.Template:
    return jinja2.Template.from_code(_JINJA, _compiled(text), _JINJA.make_globals(context))


class _Package:
    """The macros of one folder, by name; each file is read when one of its macros is called."""

    def __init__(
        self, name: str, folders: list[Path], context: dict[str, Any], instead: dict[str, Callable[..., Any]]
    ) -> None:
        self._name = name
        self._context = context
        self._instead = instead
        self._texts = {
            file: file.read_text(encoding="utf-8") for folder in folders for file in sorted(folder.rglob("*.sql"))
        }
        self._files = {name: file for file, text in self._texts.items() for name in _DEFINED.findall(text)}
        self._modules: dict[Path, Any] = {}

    def names(self) -> list[str]:
        return list(self._files)

    def rendered(self, text: str) -> str:
        """The text of a model, which calls these macros."""
        return str(_template(text, self._context).render())

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name in self._instead:
            return self._instead[name]
        if name not in self._files:
            raise AttributeError(f"the package {self._name} has no macro {name}")
        file = self._files[name]

        def call(*arguments: Any, **named: Any) -> Any:
            if file not in self._modules:
                renamed = _DEFINED.sub(lambda found: found[0].replace(found[1], _PREFIX + found[1]), self._texts[file])
                self._modules[file] = _template(renamed, self._context).make_module()
            try:
                return getattr(self._modules[file], _PREFIX + name)(*arguments, **named)
            except _Returned as returned:
                return returned.value

        return call


@functools.cache
def own() -> Any:
    """The macros of changefeed, without those of a project: for rules that a project can't change."""
    return load(package_dir(), {})


def load(project_dir: Path, instead: dict[str, Callable[..., Any]], **context: Any) -> Any:
    """The macros of changefeed, as attributes. `instead` replaces macros that ask the warehouse; all see `context`.

    A macro raises Wrong for a mistake that it finds.
    """
    project = read_project(project_dir)
    shown: dict[str, Any] = {
        "return": _return,
        "exceptions": SimpleNamespace(raise_compiler_error=_raise),
        "modules": SimpleNamespace(datetime=datetime, re=re, pytz=pytz),
        "tojson": json.dumps,
        "fromjson": _from_json,
        "execute": True,
        "env_var": os.environ.get,
        "var": package_variables(project_dir).get,
    } | context
    packages = {PACKAGE: _Package(PACKAGE, [package_dir() / "macros"], shown, instead)}
    if project["name"] != PACKAGE:
        own = packages[project["name"]] = _Package(project["name"], folders_of(project_dir, "macro"), shown, {})
        shown |= {name: getattr(own, name) for name in own.names()}
    order = next(
        (each["search_order"] for each in project.get("dispatch", []) if each["macro_namespace"] == PACKAGE), [PACKAGE]
    )

    def dispatch(name: str, namespace: str = PACKAGE) -> Any:
        for package in [packages[each] for each in order if each in packages]:
            for adapter in ("spark", "default"):
                if hasattr(package, f"{adapter}__{name}"):
                    return getattr(package, f"{adapter}__{name}")
        raise AttributeError(f"no macro {name}")

    shown |= packages | {"adapter": SimpleNamespace(dispatch=dispatch)}
    return packages[PACKAGE]
