"""A house for stories about history: real servers over real connections, as for the transport."""

from __future__ import annotations

from tests.server.transport.conftest import house

__all__ = ["house"]
