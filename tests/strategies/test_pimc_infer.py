"""What `pimc-infer` does where the answer is certain: hand, table, cards played, play."""

import pytest
from plays_of_searches import SEARCH_SCENES
from situations import answer


@pytest.mark.parametrize(("sentence", "hand", "to_beat", "more", "play"), SEARCH_SCENES)
@pytest.mark.parametrize("settings", [{}, {"rollout": "lowest", "objective": "points"}], ids=str)
def test_scene(sentence, hand, to_beat, more, play, settings):
    for players in (4, 3):
        parameters = {"worlds": 1000, **settings}
        found = answer("pimc-infer", hand, to_beat, parameters=parameters, players=players, **more)
        assert found == play, sentence
