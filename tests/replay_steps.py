"""What a replay page shows at each of its steps, and what it should show by the log alone."""

from gofsim.table_talk import combination

# What a page shows at each of its steps, by pressing its own button.
EVERY_STEP = """(() => {
  const found = [], next = document.getElementById("next");
  const seats = () => [...document.querySelectorAll("#seats .seat")];
  const texts = (each) => [...document.querySelectorAll(each)].map((e) => e.textContent);
  const labels = (each) => [...document.querySelectorAll(each)].map((e) => e.ariaLabel);
  for (;;) {
    found.push({place: document.getElementById("stage").dataset.place,
      said: texts("#said")[0], hands: labels("#seats .hand"),
      totals: texts(".tag.total"), held: texts(".tag.held"), laid: labels("#laid .laid"),
      turn: seats().findIndex((e) => e.querySelector(".turn")),
      passed: texts("#seats .seat").map((text) => text.includes("passed")),
      out: texts("#seats .seat").map((text) => text.includes("out of play"))});
    if (next.disabled) return found;
    next.click();
  }
})()"""


def spoken(cards):
    colours = {"G": "green", "Y": "yellow", "R": "red", "M": "multi-coloured"}
    names = [
        "dragon" if card == "RD" else f"{colours[card[0]]} {card[1:].replace('P', 'phoenix')}"
        for card in cards
    ]
    return ", ".join(names) or "no cards"


def strength(card):
    return {"P": 11, "D": 12}.get(card[1]) or int(card[1:]), "GYRM".index(card[0])


def swapped(hands, swap):
    """The hands after the exchange."""
    hands[swap["giver"]].remove(swap["given"])
    hands[swap["receiver"]].append(swap["given"])
    hands[swap["receiver"]].remove(swap["returned"])
    hands[swap["giver"]].append(swap["returned"])
    return [sorted(hand, key=strength) for hand in hands]


def expected(log):
    """Place, hands, what lies to be beaten and whose turn it is, from the log alone."""
    for entry in log["rounds"]:
        number, moves = entry["number"], entry["moves"]
        dead = [entry["dead"].split()] if entry["dead"] else []
        hands = [hand.split() for hand in entry["dealt"]]
        first = entry["leader"] if not entry["moves"] else moves[0]["seat"]
        yield f"#round={number}&move=deal", hands + dead, [], first
        if swap := entry["exchange"]:
            hands = swapped(hands, swap)
            laid = [spoken([swap["given"]]), spoken([swap["returned"]])]
            yield f"#round={number}&move=exchange", hands + dead, laid, first
        laid = []
        for index, move in enumerate(moves, start=1):
            if move["play"]:
                for card in move["play"].split():
                    hands[move["seat"]].remove(card)
                laid = [f"a {combination(move['play'])}: {spoken(move['play'].split())}"]
            turn = moves[index]["seat"] if index < len(moves) else -1
            yield f"#round={number}&move={index}", hands + dead, laid, turn
        yield f"#round={number}&move=end", hands + dead, [], -1
