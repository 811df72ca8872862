"""The endpoint by which tests steer the stand-in; nothing of it exists in a real project."""

from __future__ import annotations

import json
import time
from typing import Any

from stand_in import tokens
from stand_in.faults import Fault
from stand_in.messages import Request, Response
from stand_in.project import Project
from stand_in.projects import Projects


class Control:
    def __init__(self, projects: Projects) -> None:
        self.projects = projects

    def answer(self, request: Request) -> Response:
        try:
            return self.dispatch(request)
        except (ValueError, TypeError, KeyError) as error:
            return Response.json(400, {"message": f"{type(error).__name__}: {error}"})

    def dispatch(self, request: Request) -> Response:
        body = request.body.read_all()
        values = json.loads(body) if body else {}
        match request.method, request.segments:
            case "POST", ["projects"]:
                return Response.json(
                    200, self.projects.describe(self.projects.create(values["tier"])))
            case "DELETE", ["projects", name]:
                self.projects.remove(name)
                return Response.json(200, {})
            case method, ["projects", name, what]:
                return Response.json(
                    200, steer(self.projects.running[name], method, what, values))
        return Response.json(404, {"message": f"no {request.method} {request.path}"})


def steer(project: Project, method: str, what: str, values: dict[str, Any]) -> object:
    match method, what:
        case "PATCH", "settings":
            project.settings.change(values)
        case "PUT", "clock":
            project.clock.offset = float(values["offset"])
        case "POST", "reload":
            project.reload()
        case "POST", "faults":
            project.faults.arm(Fault.from_json(values))
        case "DELETE", "faults":
            project.faults.disarm()
        case "GET", "journal":
            return project.journal.report()
        case "POST", "arrivals":
            return {"count": project.journal.wait(
                values.get("resource"), int(values["count"]), float(values["patience"]))}
        case "DELETE", "journal":
            project.journal.clear()
        case "POST", "tokens":
            return {"token": user_token(project, values)}
        case _:
            raise ValueError(f"no {method} {what}")
    return {}


def user_token(project: Project, values: dict[str, Any]) -> str:
    """A token as the authentication service would give it to a user who has signed in."""
    now = int(time.time() + project.clock.offset)
    return tokens.sign({
        "sub": values["user"], "role": values.get("role", "authenticated"), "iat": now,
        "aud": "authenticated", "exp": now + int(values.get("lifetime", 3600)),
    }, project.keys.jwt_secret)
