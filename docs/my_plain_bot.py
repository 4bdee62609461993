"""A bot in plain Python to start from: copy this file beside your experiment and change it.

It keeps its gangs and honours while it can, and says goodbye to low cards first. The page beside
it is docs/adding-a-bot.md.
"""

from gofsim.strategies.plain import plain_bot

NEAR, GANG = 4, 4  # cards with which somebody is about to go out; cards of the smallest gang


def choose(seen):
    """Sheds its lowest cards, many at a time; gangs and honours only when somebody is near."""
    near = min(count for seat, count in enumerate(seen.counts) if seat != seen.seat) <= NEAR
    plays = seen.plays
    if not near and seen.may_pass:
        plays = [play for play in plays if not dear(seen, play)]
    if not plays:
        return None  # pass
    if seen.to_beat:
        return plays[0]  # the weakest that beats it
    return min(plays, key=lambda play: (dear(seen, play), lowest_bit(play), -play.bit_count()))


def give(seen):
    """Gives back a random one of its three lowest cards."""
    cards = seen.text(seen.hand).split()
    return seen.random.choice(cards[:3])


def dear(seen, play):
    """Whether a play is one to keep: a gang, or with a phoenix or the dragon in it."""
    names = seen.text(play).split()
    numbers = {name[1:] for name in names}
    return (len(names) >= GANG and len(numbers) == 1) or bool(numbers & {"P", "D"})


def lowest_bit(play):
    """The lowest card of a mask, as a one-card mask: low cards are small numbers."""
    return play & -play


MY_PLAIN_BOT = plain_bot(choose, give, name="my-plain-bot", source="My own.")
