"""Scenes with an answer that every search finds: sentence, hand, table, more of the scene, play."""

TOP = ("GP", "YP", "RD")  # all that beats a ten
SEARCH_SCENES = [
    ("goes out when it can", "R8 R8", "G7 Y7", {}, "R8 R8"),
    ("before a last card lays its highest", "G3 R8 GP", "Y2", {"bound": True}, "GP"),
    ("before a last card leads two cards", "G5 R5 R6 G9", "", {"bound": True}, "G5 R5"),
    ("opens with the multi-coloured 1, two cards rather than one",
     "M1 R1 G5 Y5 R9", "", {"opening": True}, "R1 M1"),
    ("leads the ten that nothing above is left of", "G3 R10", "", {"played": TOP}, "R10"),
    ("takes the lead with it too", "R10 G3", "G9", {"played": TOP}, "R10"),
    ("takes it with the nine when that is enough and keeps the dragon", "G1 Y9 RD", "G8",
     {"others": 2, "played": ("GP", "YP", "G10 G10 Y10 Y10 R10 R10")}, "Y9"),
    ("leads the pair when nobody holds two cards", "G2 R10 R10", "", {"others": 1}, "R10 R10"),
    ("leads the full house, its whole hand", "G2 Y2 R2 G3 G3", "", {}, "G2 Y2 R2 G3 G3"),
    ("leads the gang before the last card, while others hold few",
     "G5 Y5 R5 R5 G2", "", {"others": 3}, "G5 Y5 R5 R5"),
]  # fmt: skip
