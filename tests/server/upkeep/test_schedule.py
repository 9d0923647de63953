"""A server writes backups by itself while people play, keeps as many as it should, and says so."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.cli.running import refused
from tests.server.house import House, Scene
from tests.server.upkeep.old import old_file
from whistlestop.server.errors import StartupError
from whistlestop.server.store.backup import restore
from whistlestop.server.upkeep.disks import network_disk
from whistlestop.server.upkeep.schedule import BackupPlan, Schedule

DAY = 86400.0


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("whistlestop-*.wsb"))


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.02)


def aged(folder: Path, name: str, seconds: float) -> Path:
    """A backup that was written some time ago."""
    folder.mkdir(exist_ok=True)
    path = folder / f"whistlestop-{name}.wsb"
    path.write_bytes(b"old")
    os.utime(path, (time.time() - seconds, time.time() - seconds))
    return path


def figure(text: str, name: str) -> float:
    lines = [line for line in text.splitlines() if line.startswith(f"whistlestop_{name} ")]
    return float(lines[0].split()[1])


def test_a_backup_is_written_while_people_play_and_can_be_restored(
    house: House, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    stranger = folder / "holiday.jpg"
    old = [aged(folder, f"2020010{n}-000000", (10 - n) * DAY) for n in range(1, 5)]
    stranger.write_bytes(b"not ours")
    tables: list[str] = []

    async def story(scene: Scene) -> None:
        tables.append(await scene.ann.new_table())
        await until(lambda: bool(house.lines("backup_written")))
        _, figures = await scene.ann.get("/metrics")
        assert figure(figures, "backup_age_seconds") < 60
        assert figure(figures, "backups_total") == 1
        assert figure(figures, "backup_failures_total") == 0

    house.run(story, backups=BackupPlan(folder, DAY, keep=3))
    found = files(folder)
    assert found[:2] == old[2:], "the oldest are removed"
    assert len(found) == 3
    assert found[-1].stat().st_mode & 0o777 == 0o600
    assert stranger.exists()
    assert len(house.lines("backup_removed")) == 2
    counts = asyncio.run(restore(found[-1], str(tmp_path / "new.db"), lambda done, total: None))
    assert counts["secret"] >= 1
    assert list(folder.glob("*.part")) == []


def test_a_backup_that_is_young_enough_is_not_written_again_after_a_start(
    house: House, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    aged(folder, "20200101-000000", 3600)

    async def story(scene: Scene) -> None:
        _, figures = await scene.ann.get("/metrics")
        assert 3600 <= figure(figures, "backup_age_seconds") < 3900
        assert figure(figures, "backups_total") == 0

    house.run(story, backups=BackupPlan(folder, DAY))
    assert len(files(folder)) == 1


def test_a_folder_that_vanishes_is_told_and_never_made_again(tmp_path: Path) -> None:
    """It may be a disk that was unplugged: then its place is the wrong disk."""
    folder = tmp_path / "backups"
    schedule = Schedule(BackupPlan(folder, 0.05), str(tmp_path / "none.db"))
    schedule.prepare()
    folder.rmdir()

    async def run() -> None:
        task = asyncio.create_task(schedule.keep_up())
        await until(lambda: schedule.failures >= 2)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(run())
    assert not folder.exists()
    assert schedule.written == 0


def test_a_stop_ends_a_backup_under_way_and_leaves_nothing(tmp_path: Path) -> None:
    store, folder = old_file(tmp_path), tmp_path / "backups"
    schedule = Schedule(BackupPlan(folder, DAY), str(store))
    schedule.prepare()
    me = psutil.Process()

    def writers() -> list[psutil.Process]:
        return [one for one in me.children() if "whistlestop.server.upkeep" in str(one.cmdline())]

    async def run() -> None:
        task = asyncio.create_task(schedule.keep_up())
        await until(lambda: bool(writers()))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(run())
    assert writers() == []
    assert list(folder.iterdir()) == []
    assert (schedule.written, schedule.failures) == (0, 0)


def test_a_backup_from_the_future_delays_none(tmp_path: Path) -> None:
    schedule = Schedule(BackupPlan(tmp_path, DAY), "none.db")
    aged(tmp_path, "29990101-000000", -10 * DAY)
    assert schedule._due() <= time.time()
    aged(tmp_path, "20200101-000000", 3600)
    assert schedule._due() == pytest.approx(time.time() + DAY - 3600, abs=60)
    assert schedule.age == pytest.approx(3600, abs=60)


def test_a_folder_that_cannot_be_written_stops_the_start(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(StartupError, match=r"cannot be written to .*: Not a directory"):
        Schedule(BackupPlan(file / "backups", DAY), "x.db").prepare()
    with pytest.raises(StartupError, match=r"cannot be written to .*: File exists"):
        Schedule(BackupPlan(file, DAY), "x.db").prepare()


@pytest.mark.parametrize("span", ["", "1", "d", "0d", "1y", "-1d", "1.5h", "10000000000d"])
def test_what_is_no_span_of_time_is_refused(span: str) -> None:
    assert "is no span of time" in refused("serve", "--backup-every", span)


# Disks

MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:25 / /srv rw - nfs4 box:/export rw
31 30 8:2 / /srv/own rw - xfs /dev/sdb1 rw
32 22 0:26 / /mnt/my\\040share rw - cifs //box/share rw
33 22 0:27 / /srv2 rw - ext4 /dev/sdc1 rw
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/me/tables.db", None),
        ("/srv/games/tables.db", "nfs4"),
        ("/srv/own/tables.db", None),
        ("/srv2/tables.db", None),
        ("/mnt/my share/tables.db", "cifs"),
    ],
)
def test_a_network_disk_is_known_by_the_nearest_mount(path: str, kind: str | None) -> None:
    assert network_disk(Path(path), MOUNTS) == kind


def test_a_disk_of_this_machine_is_none(tmp_path: Path) -> None:
    assert network_disk(tmp_path / "tables.db") is None


def test_a_server_warns_of_a_network_disk(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"22 1 0:1 / {tmp_path} rw - nfs box:/ rw\n")
    monkeypatch.setattr("whistlestop.server.upkeep.disks.MOUNTS", mounts)

    async def story(scene: Scene) -> None:
        assert (await scene.ann.get("/health"))[0] == 200

    house.run(story)
    assert [line["kind"] for line in house.lines("network_disk")] == ["nfs"]
