"""What `ismcts` does, one sentence each: hand, table, play; and its tree, counted through."""

import random

import numpy as np
import pytest
from bridge import mask
from games import bot, game, random_rules
from situations import answer, ask, own_row, scene, situations

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import kernel
from gofsim.strategies import search, tree

FEW = {"iterations": 4, "warm_up": 5, "steps": 2}
SCENES = [
    ("goes out when it can", "R8 R8", "G7 Y7", {}, "R8 R8"),
    ("has only the pass", "G3 G4", "R9 R9", {}, "pass"),
    ("opens with the multi-coloured 1", "M1 G1 Y1 R5 R9 GP", "",
     {"opening": True, "others": 16}, "G1 Y1 M1"),
    ("before a last card lays its highest", "G3 R8 GP", "Y2", {"bound": True}, "GP"),
    ("before a last card leads more than one", "G3 G3 R8 RD", "", {"bound": True}, "G3 G3"),
    ("lays its gang on the last chance", "G3 G9 G9 R9 R9", "Y10",
     {"others": (1, 1, 1)}, "G9 G9 R9 R9"),
    ("leads what the last card of nobody beats", "G3 RD", "", {"others": 1}, "RD"),
    ("the same with three players", "G3 RD", "", {"others": 1, "players": 3}, "RD"),
    ("and in single worlds", "G3 RD", "", {"parameters": {"iterations": 1}, "others": 1}, "RD"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "to_beat", "more", "play"), SCENES)
def test_scene(sentence, hand, to_beat, more, play):
    more = {**more, "parameters": {**FEW, **more.get("parameters", {})}}
    assert answer("ismcts", hand, to_beat, **more) == play, sentence


HAND = "G2 Y3 R3 G5 Y6 R6 G8 Y9 R10 R10 YP"


def searched(**settings):
    """(play, the view afterwards) of a search with a hand of many plans."""
    seat, words = bot("ismcts", **settings), scene(HAND, played=("G4", "Y8"), others=11)
    return ask(seat.strategy.choose, words, mask(HAND), own_row(seat)), words


def arms(words):
    """The taken places of the table: key, number of roll-outs, sum of losses."""
    count = int(words[tree.PLACES])
    table = words[tree.TABLE : tree.TABLE + tree.ARM_SIZE * count].reshape(count, tree.ARM_SIZE)
    return table[table[:, 0] != 0]


@pytest.mark.parametrize("inference", ["off", "on"])
def test_a_search_repeats_bit_for_bit(inference):
    settings = FEW | {"inference": inference}
    first, second = searched(**settings), searched(**settings)
    assert first[0] == second[0]
    assert np.array_equal(first[1], second[1])


def test_every_roll_out_adds_one_arm_and_its_loss_to_those_above():
    _, words = searched(**FEW | {"iterations": 40}, candidates=6, doubt=100)
    found, roll_outs = arms(words), int(words[tree.ROLL_OUTS])
    assert roll_outs == 40 * 6
    assert len(found) == int(words[tree.TAKEN])
    assert len(np.unique(found[:, 0])) == len(found)
    assert found[:, 1].min() >= 1
    # Some roll-outs end before the seat is asked again; no arm is met by more than all.
    assert roll_outs / 2 < len(found) <= roll_outs
    assert len(found) < found[:, 1].sum()
    assert found[:, 1].max() <= roll_outs


@kernel
def note_arm(words, node, play, visits, loss):
    """Put an arm of a play at a node into the tree, as after so many roll-outs of a mean loss."""
    seen = pointer_to(words)
    at, key = tree._arm(seen, node, play)
    words[at], words[at + tree._VISITS], words[at + tree._LOSS] = key, visits, visits * loss


@kernel
def picked(words, node, count, exploration):
    """The play that a roll-out tries next at a node."""
    seen = pointer_to(words)
    return tree._pick(seen, seen, node, count, exploration)[0]


@pytest.mark.parametrize(("exploration", "play"), [(0.0, "G9"), (0.1, "G9"), (0.5, "R9")])
def test_a_play_tried_seldom_is_picked_where_the_losses_scatter(exploration, play):
    """One of mean loss 10 after 100 roll-outs, one of 11 after 2; the losses spread by 5."""
    words, node = np.zeros(view.VIEW_SIZE, np.uint64), np.uint64(7)
    words[tree.PLACES] = 16
    words[tree.ROLL_OUTS], words[tree._SUM], words[tree._SQUARES] = 4, 40, 4 * (10**2 + 5**2)
    for index, (name, visits, loss) in enumerate((("G9", 100, 10), ("R9", 2, 11))):
        words[search.CANDIDATES + index] = mask(name)
        note_arm(words, node, np.uint64(mask(name)), np.uint64(visits), np.uint64(loss))
    assert picked(words, node, 2, exploration) == mask(play)


def test_more_iterations_than_the_table_holds():
    _, words = searched(
        iterations=tree.MOST_ARMS // 4, candidates=8, branches=40, inference="off", doubt=100
    )
    assert len(arms(words)) == int(words[tree.TAKEN]) == tree.MOST_ARMS
    assert not words[tree.TREE_END : view.IMAGINED].any()


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("kind", "inference"), [("pimc", "off"), ("pimc-infer", "on")])
def test_without_branches_it_is_the_plain_search(kind, inference, players):
    """Stopped at each own decision and sent on as the bot would go, roll-outs end alike."""
    walks = {"warm_up": 5, "steps": 2, "model": "lowest"} if inference == "on" else {}
    rng = random.Random(f"{kind} {players}")
    log = game([bot("lowest", forget=0.3)] * players, random_rules(rng, players=players))
    every = {"margin": search.NO_LIMIT} if kind == "pimc" else {}
    plain = bot(kind, worlds=3, rollout="lowest", **walks, **every)
    alike = {**walks, "rollout": "lowest", "candidates": plain.values_at(players)["candidates"]}
    treed = bot("ismcts", iterations=3, branches=1, inference=inference, **alike)
    for index, each in enumerate(situations(log)):
        if index % 3 == 0:
            assert losses(plain, each, players) == losses(treed, each, players)


def losses(seat, situation, players):
    """(play, plays compared, their losses) of a search."""
    words = situation.view()
    play = ask(seat.strategy.choose, words, mask(situation.hand), own_row(seat, players))
    end = search.LOSSES + search.MOST_CANDIDATES
    return play, words[search.CANDIDATES : end].tolist()
