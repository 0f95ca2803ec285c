"""The metrics, the dashboard, the alerts and their documentation use the same names."""

from __future__ import annotations

import json
import re
from pathlib import Path

from prometheus_client import Histogram
from prometheus_client.metrics import MetricWrapperBase

from bot.app.roles import Role
from bot.platform import metrics
from bot.settings import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
BOARD = (ROOT / "ops" / "grafana.json").read_text(encoding="utf-8")
ALERTS = (ROOT / "ops" / "alerts.yml").read_text(encoding="utf-8")
_NAME = re.compile(r"\bvoidream_[a-z_]+")


def measured() -> dict[str, tuple[str, ...]]:
    """Return the names of the metrics in Prometheus, with their labels."""
    own = [var for var in vars(metrics).values() if isinstance(var, MetricWrapperBase)]
    return {
        f"{metric._name}_total" if metric._type == "counter" else metric._name: tuple(metric._labelnames)
        for metric in own
        if metric._name.startswith("voidream_")
    }


def used(text: str) -> set[str]:
    """Return the metrics in a text; a histogram appears by its buckets."""
    return {re.sub(r"_(bucket|sum|count)$", "", name) for name in _NAME.findall(text)}


def test_the_page_describes_every_metric_with_its_labels() -> None:
    rows = re.findall(r"^\| `(voidream_\w+)` \| ([^|]*)\|", PAGE, re.MULTILINE)
    described = {name: tuple(re.findall(r"`(\w+)`", labels)) for name, labels in rows}
    assert described == measured()


def test_the_dashboard_shows_exactly_the_existing_metrics() -> None:
    board = json.loads(BOARD)
    expressions = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    assert used(" ".join(expressions)) == set(measured())
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_alerts_and_dashboard_use_existing_labels() -> None:
    names = measured()
    histograms = {var._name for var in vars(metrics).values() if isinstance(var, Histogram)}
    assert used(ALERTS) < set(names)
    for text in (ALERTS, BOARD):
        for name in _NAME.findall(text):
            assert name.endswith("_bucket") == (name.removesuffix("_bucket") in histograms), name
        for labels, inside in re.findall(r"by \(([\w, ]+)\) \((.*?\w)[\[)]", text):
            used_labels = {label_.strip() for label_ in labels.split(",")} - {"le", "instance"}
            (name,) = used(inside)
            assert used_labels <= set(names[name]), (name, used_labels)
        for name, chosen in re.findall(r"\b(voidream_\w+)\{(.*?)\}", text):
            used_labels = set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", chosen)) - {"le", "instance"}
            assert used_labels <= set(names[used(name).pop()]), (name, used_labels)


def test_the_compose_file_runs_every_role() -> None:
    """Every role has a service, the load balancer uses their port, and Prometheus finds them all."""
    compose = (ROOT / "ops" / "compose.yaml").read_text(encoding="utf-8")
    begun = set(re.findall(r"command: \[(\w+)", compose))
    assert begun == {*map(str, Role), "postgres"} - {Role.RUN}
    services = re.findall(
        r"^  ([a-z0-9-]+):", compose.partition("\nservices:\n")[2].partition("\nsecrets:\n")[0], re.MULTILINE
    )
    balanced = re.search(r"reverse_proxy (.*) \{", (ROOT / "ops" / "Caddyfile").read_text(encoding="utf-8"))
    assert balanced is not None
    assert balanced[1].split() == [f"{service}:8080" for service in services if service.startswith("answer")]
    scraped = re.search(r"names: \[(.*)\]", (ROOT / "ops" / "prometheus.yml").read_text(encoding="utf-8"))
    assert scraped is not None
    assert set(scraped[1].split(", ")) == set(services) - {"postgres", "caddy", "prometheus", "grafana"}
    settings = set(
        re.findall(
            r"^    ([A-Z_]+):", compose.partition("&settings\n")[2].partition("secrets:")[0], re.MULTILINE
        )
    )
    assert {name.lower() for name in settings} <= Settings.model_fields.keys()
