"""Self-play in one file: proximal policy optimisation against its own past.

    pip install 'whistlestop[envs]' torch
    python examples/agents/self_play.py --board new-york --updates 200 --save policy.npz

Everything is here, from top to bottom: the network, the games, the learning. The opponent of every
update is a past self, drawn by chance from those that were put aside every `--keep` updates; the
first of them knows nothing. `--save` writes the weights as numpy arrays, with which a bot plays
without PyTorch: the page "From a network to the ladder" in the documentation shows how.
"""

import argparse
import copy
import random

import numpy as np
import torch
from torch import nn

from whistlestop import envs


def options():
    parser = argparse.ArgumentParser(description="Self-play against its own past.")
    parser.add_argument("--board", default="new-york")
    parser.add_argument("--games", type=int, default=64, help="games side by side")
    parser.add_argument("--steps", type=int, default=64, help="steps in every game of an update")
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--trace", type=float, default=0.95)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--keep", type=int, default=10, help="updates between two past selves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", default=None)
    return parser.parse_args()


class Agent(nn.Module):
    """Scores for all actions, and what the game is worth."""

    def __init__(self, width, actions):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
        self.policy = nn.Linear(128, actions)
        self.value = nn.Linear(128, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, rows, masks):
        hidden = self.body(rows)
        scores = self.policy(hidden).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=scores), self.value(hidden)[:, 0]


def as_tensors(rows, masks):
    """Bytes become small numbers; most are counts of a few cards or switches of 0 and 1."""
    return torch.from_numpy(np.minimum(rows, 16)).float() / 4, torch.from_numpy(masks).bool()


class PastSelves:
    """The opponent: one past self at a time, until another one is drawn."""

    def __init__(self, agent):
        self.selves = [copy.deepcopy(agent)]
        self.now = self.selves[0]

    def __call__(self, rows, masks):
        with torch.no_grad():
            odds, _ = self.now(*as_tensors(rows, masks))
            return odds.sample().numpy()

    def draw(self):
        self.now = random.choice(self.selves)

    def remember(self, agent):
        self.selves.append(copy.deepcopy(agent))


def advantages(rewards, values, over, after, trace):
    """How much better each step was than expected (GAE, without discounting)."""
    gains = torch.zeros_like(rewards)
    gain = torch.zeros_like(after)
    for step in reversed(range(len(rewards))):
        going = 1.0 - over[step]
        gain = rewards[step] + going * after - values[step] + trace * going * gain
        gains[step] = gain
        after = values[step]
    return gains


def learn(agent, optimiser, seen, given):
    """Some passes over what an update has seen, in batches by chance."""
    rows, masks, actions, before, gains, aims = seen
    for _ in range(given.epochs):
        for some in torch.randperm(len(actions)).split(given.batch):
            odds, values = agent(rows[some], masks[some])
            ratio = (odds.log_prob(actions[some]) - before[some]).exp()
            gain = gains[some]
            careful = ratio.clamp(1 - given.clip, 1 + given.clip) * gain
            loss = -torch.minimum(ratio * gain, careful).mean()
            loss = loss + 0.5 * ((values - aims[some]) ** 2).mean()
            loss = loss - given.entropy * odds.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


def main():
    given = options()
    random.seed(given.seed)
    torch.manual_seed(given.seed)
    setting = envs.setting(given.board, 2)
    agent = Agent(setting.width, setting.actions)
    optimiser = torch.optim.Adam(agent.parameters(), lr=given.rate)
    past = PastSelves(agent)
    env = envs.vector(given.board, 2, given.games, opponents=past)
    shown, info = env.reset(seed=given.seed)
    for update in range(given.updates):
        past.draw()
        path, won = [], []
        for _ in range(given.steps):
            rows, masks = as_tensors(shown, info["action_mask"])
            with torch.no_grad():
                odds, values = agent(rows, masks)
                actions = odds.sample()
            shown, rewards, over, _, info = env.step(actions.numpy())
            won += (rewards[over] > 0).tolist()
            rewards, over = torch.from_numpy(rewards).float(), torch.from_numpy(over).float()
            path.append((rows, masks, actions, odds.log_prob(actions), values, rewards, over))
        with torch.no_grad():
            _, after = agent(*as_tensors(shown, info["action_mask"]))
        rows, masks, actions, before, values, rewards, over = map(
            torch.stack, zip(*path, strict=True)
        )
        gains = advantages(rewards, values, over, after, given.trace)
        seen = (rows, masks, actions, before, gains, gains + values)
        flat = [part.flatten(0, 1) for part in seen]
        flat[4] = (flat[4] - flat[4].mean()) / (flat[4].std() + 1e-8)
        learn(agent, optimiser, flat, given)
        if update % given.keep == given.keep - 1:
            past.remember(agent)
        share = f"{np.mean(won):.0%} of {len(won)}" if won else "none yet"
        print(f"update {update}: won {share} against a past self", flush=True)
    if given.save:
        np.savez(given.save, **{name: part.numpy() for name, part in agent.state_dict().items()})


if __name__ == "__main__":
    main()
