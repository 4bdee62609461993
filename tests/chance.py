"""The numbers of docs/chance.md, from numpy alone: nothing here is shared with the engine."""

import numpy as np

DEAL, RIFFLE, LEAD, ORDER, PLAY, GIVE, FORGET = range(7)


def words(seed, stream, game_round, block, count):
    """The first words of a stream, as Python whole numbers."""
    chance = np.random.Philox(key=[seed, stream], counter=[0, game_round, block, 0])
    return [int(each) for each in chance.random_raw(count)]


def seat_stream(kind, seat, seating):
    """Streams of a seat: what for, which seat, which seating."""
    return kind + 256 * seat + 65536 * seating


def below(word, n):
    """A word as a whole number in 0..n-1."""
    return word * n >> 64


def fraction(word):
    """A word as a float in [0, 1)."""
    return (word >> 11) / 2**53


def shuffled(seed, game_round, block):
    """Places in the sorted deck, in the order in which a uniform deal hands them out."""
    deck, i = list(range(64)), 0
    for word in words(seed, DEAL, game_round, block, 8):
        rest = word
        for _ in range(6):
            j, rest = i + (rest * (64 - i) >> 64), rest * (64 - i) % 2**64
            deck[i], deck[j] = deck[j], deck[i]
            i += 1
    return deck
