"""Finds and renders the project's profile as dbt does, so that the loader starts Spark with the same settings.

Importing dbt takes seconds. So this module renders profiles that use only env_var(). dbt renders all others.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jinja2
import yaml
from jinja2 import nodes

from changefeed.errors import ChangefeedError


def profiles_dir(project_dir: Path) -> Path:
    """The folder with profiles.yml: DBT_PROFILES_DIR, or else the project's, or else where dbt looks (~/.dbt)."""
    if named := os.environ.get("DBT_PROFILES_DIR"):
        return Path(named)
    if (project_dir / "profiles.yml").exists():
        return project_dir
    return Path.cwd() if (Path.cwd() / "profiles.yml").exists() else Path.home() / ".dbt"


def read_target(project_dir: Path) -> dict[str, Any]:
    """The output that dbt would choose of the profile that dbt_project.yml names, its env_var() calls rendered.

    Raises ChangefeedError when there is no such profile or output, a needed variable is not set, or it has no schema.
    """
    path = profiles_dir(project_dir) / "profiles.yml"
    try:
        return _target(project_dir, path, yaml.safe_load(path.read_text(encoding="utf-8")), _plainly_rendered)
    except (_NotPlain, OSError, ValueError, TypeError, AttributeError, yaml.YAMLError):
        return _target_as_dbt_reads_it(project_dir, path)


def _target_as_dbt_reads_it(project_dir: Path, path: Path) -> dict[str, Any]:
    from dbt.config.profile import read_profile
    from dbt.config.renderer import ProfileRenderer
    from dbt_common.context import set_invocation_context
    from dbt_common.exceptions import DbtBaseException

    set_invocation_context(dict(os.environ))
    renderer = ProfileRenderer({})
    try:
        return _target(project_dir, path, read_profile(str(path.parent)), renderer.render_data)
    except DbtBaseException as error:
        raise ChangefeedError(f"{path}: {' '.join(str(error).split())}") from error


def _target(project_dir: Path, path: Path, profiles: dict[str, Any], render: Callable[[Any], Any]) -> dict[str, Any]:
    """The chosen output of the chosen profile. `render` takes a mapping and renders the texts in it."""
    profile = render({"name": read_project(project_dir).get("profile")})["name"]
    if profile not in profiles:
        known = ", ".join(name for name in profiles if name != "config") or "none"
        raise ChangefeedError(
            f"dbt_project.yml names the profile {profile!r}; {path} has {known}. "
            "Add it there, or name the folder of the right profiles.yml in DBT_PROFILES_DIR"
        )
    outputs = profiles[profile].get("outputs") or {}
    name = render({"name": profiles[profile].get("target", "default")})["name"]
    if name not in outputs:
        setting = "CHANGEFEED_TARGET" if "CHANGEFEED_TARGET" in str(profiles[profile].get("target")) else "target"
        raise ChangefeedError(f"{setting}: {path} has no target {name!r}; choose one of: {', '.join(outputs)}")
    target: dict[str, Any] = render(outputs[name])
    if not target.get("schema"):
        raise ChangefeedError(f"{path}: target {name!r} of profile {profile!r} names no schema")
    return target


def way_to_a_session(project_dir: Path) -> str:
    """How to choose an output with a Spark session of the profile that dbt_project.yml names, in words."""
    path = profiles_dir(project_dir) / "profiles.yml"
    profile = read_project(project_dir).get("profile")
    of_profile = (yaml.safe_load(path.read_text(encoding="utf-8")) or {}).get(profile) or {}
    known = [name for name, output in (of_profile.get("outputs") or {}).items() if output.get("method") == "session"]
    if not known:
        return f"Give the profile {profile!r} in {path} an output with `method: session`"
    if "CHANGEFEED_TARGET" in str(of_profile.get("target")):
        return f"Set CHANGEFEED_TARGET={' or '.join(known)}: so the profile {profile!r} in {path} calls such an output"
    return (
        f"The profile {profile!r} in {path} calls such an output {' or '.join(known)}: write there "
        f"target: \"{{{{ env_var('CHANGEFEED_TARGET', '{of_profile.get('target', 'default')}') }}}}\", and set "
        f"CHANGEFEED_TARGET={known[0]}"
    )


class _NotPlain(Exception):
    """A profile that only dbt can render, or can say what is wrong with."""


# Texts, env_var(), these put together, and a choice between them. Filters, variables and statements are dbt's.
_PLAIN = (
    *(nodes.Template, nodes.Output, nodes.TemplateData, nodes.Const, nodes.Concat, nodes.Call, nodes.Name),
    *(nodes.CondExpr, nodes.Compare, nodes.Operand),
)


def _plainly_rendered(given: Any) -> Any:
    """The value with its texts rendered. Raises _NotPlain."""
    if isinstance(given, dict):
        return {name: _plainly_rendered(value) for name, value in given.items()}
    if isinstance(given, list):
        return [_plainly_rendered(value) for value in given]
    if isinstance(given, (bool, int, float)) or given is None:
        return given
    if not isinstance(given, str) or given.endswith("\n") or "DBT_ENV_SECRET" in given:
        raise _NotPlain
    if "{" not in given:
        return given
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
    try:
        tree = environment.parse(given)
        conditions = [each.test for each in tree.find_all(nodes.CondExpr)]
        for node in tree.find_all(nodes.Node):
            if not isinstance(node, _PLAIN) or (isinstance(node, nodes.Name) and node.name != "env_var"):
                raise _NotPlain
            if isinstance(node, nodes.Compare) and not any(node is each for each in conditions):
                raise _NotPlain
            if isinstance(node, nodes.Call) and not (
                isinstance(node.node, nodes.Name) and 1 <= len(node.args) <= 2 and not node.kwargs
            ):
                raise _NotPlain
        return environment.from_string(given, globals={"env_var": _env_var}).render()
    except jinja2.TemplateError as error:
        raise _NotPlain from error


def _env_var(name: str, default: str | None = None) -> str:
    value = os.environ.get(name, default)
    if not isinstance(value, str):
        raise _NotPlain
    return value


def read_project(project_dir: Path) -> dict[str, Any]:
    """What dbt_project.yml says. Raises ChangefeedError when there is none."""
    path = project_dir / "dbt_project.yml"
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except FileNotFoundError as error:
        raise ChangefeedError(f"{project_dir} has no dbt_project.yml: name the project with --project-dir") from error


def package_variables(project_dir: Path) -> dict[str, Any]:
    """The variables of dbt_project.yml, as dbt finds them for the package."""
    variables = read_project(project_dir).get("vars") or {}
    return variables | (variables.get("changefeed") or {})


def package_schema(project_dir: Path) -> str | None:
    """The variable changefeed_schema of dbt_project.yml, as dbt finds it for the package. None if there is none.

    Jinja is refused there: dbt does not render it, and would take it for a part of the name.
    """
    schema = package_variables(project_dir).get("changefeed_schema")
    if schema and not (isinstance(schema, str) and re.fullmatch("[a-z][a-z0-9_]*", schema)):
        raise ChangefeedError(
            f"dbt_project.yml, vars: changefeed_schema is {schema!r}: write the schema's name as it is, in small "
            "letters, digits and _, a letter first (dbt renders no Jinja there)"
        )
    return schema or None


def folders_of(project_dir: Path, kind: str) -> list[Path]:
    """The folders in which dbt looks for the project's models, seeds, macros, tests, functions or snapshots."""
    return [project_dir / name for name in read_project(project_dir).get(f"{kind}-paths") or [f"{kind}s"]]
