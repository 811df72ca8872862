"""Makes projects, each with a fresh database copied from a template of its tier."""

from __future__ import annotations

import itertools
import threading
from pathlib import Path

import psycopg
from psycopg import sql

from stand_in.cluster import Cluster
from stand_in.project import Project

RESOURCES = Path(__file__).resolve().parents[3] / "Resources" / "supabase"
PLATFORM = Path(__file__).resolve().parent / "platform"

# What has been run in the database of a project, in this order.
TIERS: dict[str, list[str]] = {
    "empty": [],
    "seed": ["schema.sql", "bucket.sql", "anonymous-bucket.sql"],
    "migrated": ["schema.sql", "migration.sql", "bucket.sql", "anonymous-bucket.sql"],
    "secured": ["schema.sql", "migration.sql", "bucket.sql", "row-security.sql"],
    "teams": ["schema.sql", "migration.sql", "bucket.sql", "teams.sql"],
}


class Projects:
    def __init__(self, cluster: Cluster, directory: Path) -> None:
        self.cluster = cluster
        self.directory = directory
        directory.mkdir()
        # One at a time: a template must not be in use while it is copied.
        self.lock = threading.Lock()
        self.numbers = itertools.count(1)
        self.templates: set[str] = set()
        self.running: dict[str, Project] = {}
        self.admin = psycopg.connect(cluster.uri("postgres"), autocommit=True)
        self.admin.execute((PLATFORM / "roles.sql").read_text())
        for role in ("authenticator", "postgres"):
            self.admin.execute(sql.SQL("alter role {} password {}").format(
                sql.Identifier(role), sql.Literal(cluster.password)))

    def create(self, tier: str) -> Project:
        if tier not in TIERS:
            raise ValueError(f"no tier {tier}; there are {', '.join(TIERS)}")
        with self.lock:
            template = self.template(tier)
            name = f"project_{next(self.numbers)}"
            self.copy(template, name)
        project = Project(
            name, self.cluster.uri(name, "authenticator"), self.directory / name)
        self.running[name] = project
        return project

    def template(self, tier: str) -> str:
        name = f"template_{tier}"
        if name in self.templates:
            return name
        self.copy("template1", name)
        with psycopg.connect(self.cluster.uri(name), autocommit=True) as connection:
            connection.execute((PLATFORM / "project.sql").read_text())
        with psycopg.connect(self.cluster.uri(name, "postgres"), autocommit=True) as connection:
            for script in TIERS[tier]:
                connection.execute((RESOURCES / script).read_text())
        self.templates.add(name)
        return name

    def copy(self, template: str, name: str) -> None:
        # Its files are copied as they are: through the log, as PostgreSQL does otherwise, it takes three
        # times as long.
        self.admin.execute(sql.SQL("create database {} template {} strategy file_copy").format(
            sql.Identifier(name), sql.Identifier(template)))

    def remove(self, name: str) -> None:
        self.running.pop(name).stop()
        with self.lock:
            self.admin.execute(
                sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))

    def stop(self) -> None:
        for project in list(self.running.values()):
            project.stop()
        self.admin.close()

    def describe(self, project: Project) -> dict[str, object]:
        keys = project.keys
        return {
            "name": project.name, "url": project.url, "anonymousKey": keys.anonymous,
            "serviceKey": keys.service, "publishableKey": keys.publishable,
            "secretKey": keys.secret, "database": self.cluster.uri(project.name),
        }
