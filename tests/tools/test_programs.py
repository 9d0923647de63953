"""The programs that tests need: what is missing is installed where nobody has to be asked."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tools.programs import packages
from tools.programs.__main__ import main

APT = """#!/bin/sh
echo "$@" >> {log}
case "$*" in *" install "*) : > {folder}/$5 && chmod +x {folder}/$5;; esac
"""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A path with an apt that notes what it is asked for and makes what it installs, and `env`."""
    folder = tmp_path / "bin"
    folder.mkdir()
    apt = folder / "apt-get"
    apt.write_text(APT.format(log=tmp_path / "log", folder=folder))
    apt.chmod(apt.stat().st_mode | stat.S_IXUSR)
    for name in ("env", "sh", "chmod", "rm"):
        (folder / name).symlink_to(Path("/usr/bin") / name)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(packages, "SYSTEM", "")
    monkeypatch.setattr(packages, "POLICY", tmp_path / "policy-rc.d")
    monkeypatch.setattr("os.getuid", lambda: 0)
    return tmp_path


def asked(machine: Path) -> list[str]:
    log = machine / "log"
    return log.read_text().splitlines() if log.exists() else []


def test_what_is_missing_is_found_out_and_installed_one_by_one(machine: Path) -> None:
    assert set(packages.missing()) == set(packages.PACKAGES)
    assert packages.installed("nginx", "caddy")
    assert asked(machine) == [
        "-qq update",
        "-qq install -y --no-install-recommends nginx",
        "-qq install -y --no-install-recommends caddy",
    ]
    assert {"nginx", "caddy"}.isdisjoint(packages.missing())


def test_no_service_starts_meanwhile_and_nothing_is_left_behind(machine: Path) -> None:
    policy = machine / "policy-rc.d"
    with packages._no_services([]):
        assert policy.read_text() == "#!/bin/sh\nexit 101\n"
        assert policy.stat().st_mode & stat.S_IXUSR
    assert not policy.exists()
    policy.write_text("somebody's own")
    with packages._no_services([]):
        pass
    assert policy.read_text() == "somebody's own"


def test_whoever_says_no_is_left_alone(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHISTLESTOP_INSTALL", "0")
    assert not packages.installed("nginx")
    assert asked(machine) == []


def test_somebody_who_would_have_to_give_a_password_is_not_asked(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.getuid", lambda: 1000)
    assert not packages.installed("nginx")
    assert asked(machine) == []


def test_a_system_without_apt_gets_a_sentence(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine / "bin" / "apt-get").unlink()
    monkeypatch.setenv("WHISTLESTOP_CHROMIUM", "/usr/bin/chromium")
    main()
    said = capsys.readouterr().err.splitlines()
    assert said == [f"Not here, so that their tests are skipped: {', '.join(packages.PACKAGES)}."]
