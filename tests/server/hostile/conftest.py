"""A house for stories; whatever is sent there, no exception may reach its log."""

from tests.server.transport.conftest import house

__all__ = ["house"]
