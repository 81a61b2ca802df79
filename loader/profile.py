"""The project's profile, found and rendered by dbt's own code: what dbt runs with is what the loader starts."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import yaml

from loader.errors import ChangefeedError


def profiles_dir(project_dir: Path) -> Path:
    """The folder with profiles.yml: the project's, or else DBT_PROFILES_DIR, or else where dbt looks (~/.dbt)."""
    if (project_dir / "profiles.yml").exists():
        return project_dir
    if named := os.environ.get("DBT_PROFILES_DIR"):
        return Path(named)
    from dbt.cli.resolvers import default_profiles_dir  # dbt takes a second to import

    return default_profiles_dir()


def read_target(project_dir: Path) -> dict[str, Any]:
    """The output that dbt would choose of the profile that dbt_project.yml names, its env_var() calls rendered.

    Raises ChangefeedError when there is no such profile or output, a needed variable is not set, or it has no schema.
    """
    from dbt.config.profile import read_profile
    from dbt.config.renderer import ProfileRenderer
    from dbt_common.context import set_invocation_context
    from dbt_common.exceptions import DbtBaseException

    path = profiles_dir(project_dir) / "profiles.yml"
    set_invocation_context(dict(os.environ))
    renderer = ProfileRenderer({})
    try:
        profiles = read_profile(str(path.parent))
        profile = renderer.render_value(read_project(project_dir).get("profile"))
        if profile not in profiles:
            known = ", ".join(name for name in profiles if name != "config") or "none"
            raise ChangefeedError(
                f"dbt_project.yml names the profile {profile!r}; {path} has {known}. "
                "Add it there, or name the folder of the right profiles.yml in DBT_PROFILES_DIR"
            )
        outputs = profiles[profile].get("outputs") or {}
        name = renderer.render_value(profiles[profile].get("target", "default"))
        if name not in outputs:
            setting = "CHANGEFEED_TARGET" if "CHANGEFEED_TARGET" in str(profiles[profile].get("target")) else "target"
            raise ChangefeedError(f"{setting}: {path} has no target {name!r}; choose one of: {', '.join(outputs)}")
        target = renderer.render_data(outputs[name])
    except DbtBaseException as error:
        raise ChangefeedError(f"{path}: {' '.join(str(error).split())}") from error
    if not target.get("schema"):
        raise ChangefeedError(f"{path}: target {name!r} of profile {profile!r} names no schema")
    return target


def read_project(project_dir: Path) -> dict[str, Any]:
    """What dbt_project.yml says. Raises ChangefeedError when there is none."""
    path = project_dir / "dbt_project.yml"
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except FileNotFoundError as error:
        raise ChangefeedError(f"{project_dir} has no dbt_project.yml: name the project with --project-dir") from error


def package_schema(project_dir: Path) -> str | None:
    """The variable changefeed_schema of dbt_project.yml, as dbt finds it for the package; None where there is none.

    dbt renders no variable there, so that Jinja would be a part of the name.
    """
    variables = read_project(project_dir).get("vars") or {}
    schema = (variables | (variables.get("changefeed") or {})).get("changefeed_schema")
    if schema and not (isinstance(schema, str) and re.fullmatch("[a-z][a-z0-9_]*", schema)):
        raise ChangefeedError(
            f"dbt_project.yml, vars: changefeed_schema is {schema!r}: write the schema's name as it is, in small "
            "letters, digits and _, a letter first (dbt renders no Jinja there)"
        )
    return schema or None


def folders_of_models(project_dir: Path) -> list[Path]:
    """The folders in which dbt looks for the project's models."""
    return [project_dir / name for name in read_project(project_dir).get("model-paths") or ["models"]]
