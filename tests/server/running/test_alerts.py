"""The alerts and the dashboard in `deploy/` speak of figures that a server has: a real Prometheus
reads them from a real server. Without one, the tests that need it are skipped."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import aiohttp
import yaml

from tests.server.house import House, Scene
from tests.server.running.proxies import DEPLOY, free_port, needs, running_program
from whistlestop.server.upkeep.schedule import BackupPlan

ALERTS = DEPLOY / "alerts.yml"
DASHBOARD = json.loads((DEPLOY / "grafana.json").read_text())
QUERIES = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
FIGURE = re.compile(r"whistlestop_\w+")


def rules() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(ALERTS.read_text())["groups"][0]["rules"]
    return found


def test_every_figure_that_is_asked_for_exists(house: House, tmp_path: Path) -> None:
    asked = {
        name
        for text in (*QUERIES, *(rule["expr"] for rule in rules()))
        for name in FIGURE.findall(text)
    }

    async def story(scene: Scene) -> None:
        await scene.ann.new_table()
        async with scene.ann.at(await scene.ann.new_table()) as line:
            await line.say({"type": "say", "id": "s1", "text": "hello"})
            await line.hear("ack")
        _, figures = await scene.ann.get("/metrics")
        assert {name for name in asked if f"\n{name}" not in figures} == set()

    house.run(story, backups=BackupPlan(tmp_path / "backups", 86400.0))


@needs("prometheus")
def test_prometheus_takes_the_rules_and_answers_the_dashboard(house: House, tmp_path: Path) -> None:
    figures, port = free_port(), free_port()
    settings = {
        "global": {"scrape_interval": "200ms", "evaluation_interval": "200ms"},
        "rule_files": [str(ALERTS)],
        "scrape_configs": [
            {
                "job_name": "whistlestop",
                "authorization": {"credentials": "s3cret"},
                "static_configs": [{"targets": [f"127.0.0.1:{figures}"]}],
            }
        ],
    }
    (tmp_path / "prometheus.yml").write_text(yaml.safe_dump(settings))
    command = [
        "prometheus",
        f"--config.file={tmp_path}/prometheus.yml",
        f"--storage.tsdb.path={tmp_path}/data",
        f"--web.listen-address=127.0.0.1:{port}",
    ]

    async def story(scene: Scene) -> None:
        with running_program(command, port, tmp_path):
            async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as ask:
                await _until_scraped(ask)
                for query in QUERIES:
                    text = query.replace("$__rate_interval", "1m")
                    assert (await _asked(ask, "query", text))["resultType"] == "vector", query
                held = await _judged(ask)
                assert [rule["name"] for rule in held] == [rule["alert"] for rule in rules()]
                assert {rule["state"] for rule in held} == {"inactive"}

    house.run(story, metrics_listen=("127.0.0.1", figures), metrics_token="s3cret")


async def _asked(ask: aiohttp.ClientSession, what: str, query: str = "") -> Any:
    path, params = f"/api/v1/{what}", {"query": query} if query else {}
    async with asyncio.timeout(40):
        while True:
            async with ask.get(path, params=params) as answer:
                if answer.status != 503:  # it listens before it is ready
                    told = await answer.json()
                    assert told["status"] == "success", told
                    return told["data"]
            await asyncio.sleep(0.1)


async def _until_scraped(ask: aiohttp.ClientSession) -> None:
    async with asyncio.timeout(40):
        while not (await _asked(ask, "query", 'up{job="whistlestop"} == 1'))["result"]:
            await asyncio.sleep(0.1)


async def _judged(ask: aiohttp.ClientSession) -> list[dict[str, Any]]:
    """The rules, once Prometheus has looked at them all without a fault."""
    async with asyncio.timeout(40):
        while True:
            found: list[dict[str, Any]] = (await _asked(ask, "rules"))["groups"][0]["rules"]
            if {rule["health"] for rule in found} == {"ok"}:
                return found
            await asyncio.sleep(0.1)


CASES = {
    "rule_files": [str(ALERTS)],
    "evaluation_interval": "1m",
    "tests": [
        {
            "interval": "1m",
            "input_series": [
                {"series": 'up{job="whistlestop",instance="a"}', "values": "1x5 0x10"},
                {"series": 'whistlestop_store_failures_total{instance="b"}', "values": "0x9 1x9"},
                {"series": 'whistlestop_backup_age_seconds{instance="c"}', "values": "172801x20"},
                {"series": 'whistlestop_backup_age_seconds{instance="d"}', "values": "86400x20"},
            ],
            "alert_rule_test": [
                {"eval_time": "7m", "alertname": "WhistlestopDown", "exp_alerts": []},
                {
                    "eval_time": "9m",
                    "alertname": "WhistlestopDown",
                    "exp_alerts": [
                        {
                            "exp_labels": {
                                "severity": "critical",
                                "job": "whistlestop",
                                "instance": "a",
                            },
                            "exp_annotations": {"summary": "a does not answer."},
                        }
                    ],
                },
                {"eval_time": "8m", "alertname": "WhistlestopStore", "exp_alerts": []},
                {
                    "eval_time": "12m",
                    "alertname": "WhistlestopStore",
                    "exp_alerts": [
                        {
                            "exp_labels": {"severity": "critical", "instance": "b"},
                            "exp_annotations": {
                                "summary": "The store of b fails or is damaged; "
                                "see docs/server.md, Damage."
                            },
                        }
                    ],
                },
                {
                    "eval_time": "15m",
                    "alertname": "WhistlestopBackupOld",
                    "exp_alerts": [
                        {
                            "exp_labels": {"severity": "warning", "instance": "c"},
                            "exp_annotations": {
                                "summary": "The newest backup of c is 2d 0h 0m 1s old."
                            },
                        }
                    ],
                },
            ],
        }
    ],
}


@needs("promtool")
def test_the_alerts_wake_somebody_when_they_should(tmp_path: Path) -> None:
    file = tmp_path / "cases.yml"
    file.write_text(yaml.safe_dump(CASES))
    done = subprocess.run(
        ["promtool", "test", "rules", file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
