"""The sets of cards whose worth is asked about."""

from gofsim.notation import text_of
from gofsim.simulation.card_sets import number_mask, of_numbers, single_cards


def test_there_are_34_different_cards():
    cards = single_cards()
    assert len({each.group for each in cards}) == len(cards) == 34
    assert all(text_of(each.group) == each.label and each.count == 1 for each in cards)


def test_numbers_are_asked_about_for_all_that_the_deck_has():
    sets = of_numbers()
    assert [each.count for each in sets if each.number == 1] == [1, 2, 3, 4, 5, 6, 7]
    assert len(sets) == 7 + 9 * 6 + 1
    assert text_of(number_mask(1)) == "G1 G1 Y1 Y1 R1 R1 M1"
    assert text_of(number_mask(10)) == "G10 G10 Y10 Y10 R10 R10"
    assert sets[-1].label == text_of(sets[-1].group) == "GP YP"
