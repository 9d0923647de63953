"""The example of self-play in one file runs, where PyTorch is; the tests do not bring it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from whistlestop import envs

pytestmark = pytest.mark.slow

FILE = Path(__file__).parents[2] / "examples" / "agents" / "self_play.py"


def test_a_few_updates_leave_weights_behind(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    saved = tmp_path / "policy.npz"
    tiny = ["--games", "8", "--steps", "24", "--updates", "3", "--keep", "1", "--save", str(saved)]
    # One thread: several fight over a busy machine.
    one = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, str(FILE), *tiny], env=one, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("against a past self") == 3
    setting = envs.setting("new-york", 2)
    assert np.load(saved)["policy.weight"].shape == (setting.actions, 128)
