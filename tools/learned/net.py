"""The network in PyTorch, and the file that the bot reads.

Its shape is that of `whistlestop.bots.learned.network`: two hidden layers, and no chance for what
is not legal. A second one beside it says how well a game stands; only training needs that.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn

from whistlestop.bots.learned.network import PolicyNetwork, pack_network, read_network

FIRST, SECOND = 192, 128
NEVER = -1e9


def make_policy(inputs: int, actions: int) -> Any:
    """Scores for all actions."""
    return nn.Sequential(
        nn.Linear(inputs, FIRST),
        nn.ReLU(),
        nn.Linear(FIRST, SECOND),
        nn.ReLU(),
        nn.Linear(SECOND, actions),
    )


def make_value(inputs: int) -> Any:
    """What the game is worth to the seat, from -1 to 1."""
    return nn.Sequential(nn.Linear(inputs, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())


def log_odds(policy: Any, rows: Any, masks: Any) -> Any:
    """The logarithm of each action's chance; of an illegal one far below all others."""
    scores = policy(rows).masked_fill(~masks, NEVER)
    return scores.log_softmax(dim=1)


def tensors(rows: Any, masks: Any) -> tuple[Any, Any]:
    """Arrays of 0 and 1 as PyTorch takes them."""
    return torch.from_numpy(rows).float(), torch.from_numpy(masks).bool()


def packed(policy: Any) -> bytes:
    """The policy as a file of weights."""
    layers = [layer for layer in policy if isinstance(layer, nn.Linear)]
    parts = []
    for layer in layers:
        parts.append(layer.weight.detach().numpy().T.astype("<f2").tobytes())
        parts.append(layer.bias.detach().numpy().astype("<f2").tobytes())
    shape = (layers[0].in_features, layers[0].out_features, layers[1].out_features)
    return pack_network(*shape, layers[2].out_features, b"".join(parts))


def as_bot(policy: Any) -> PolicyNetwork:
    """The policy as the bot will play it, in numbers of two bytes."""
    return read_network(packed(policy))


def seed_all(seed: int) -> np.random.Generator:
    """One thread and one seed for everything that PyTorch and numpy draw."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    return np.random.default_rng(seed)
