"""The solo table: every game, money that adds up, advice, mistakes, steps back."""

import threading
from dataclasses import replace

import pytest

from tests.web.houses import Guest, Record, as_page
from upcard.calculators.advice import advice_on
from upcard.calculators.mistakes import Mistake
from upcard.cards import Card
from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.notation.charts import read_chart
from upcard.shoes import Shoe
from upcard.solo.solos import BANKROLL, Drill, SoloTable
from upcard.table.commands import Choose, MoveWinnings, PlaceWager
from upcard.table.rounds import Round

GAMES = CATALOGUE.names("games")


def opened(guest: Guest, **fields: object) -> tuple[str, Record]:
    """A new solo table: its path and its first frame."""
    answer = guest.client.post("/api/solo", json=fields)
    assert answer.status_code == 200, answer.text
    return f"/api/solo/{answer.json()['id']}", answer.json()["frame"]


def command(guest: Guest, path: str, kind: str, **fields: object) -> Record:
    """Press a key; the whole answer."""
    answer = guest.client.post(path, json={"command": {"kind": kind, **fields}})
    assert answer.status_code == 200, answer.text
    found: Record = answer.json()
    return found


def go_on(guest: Guest, path: str) -> Record:
    """Do what comes next; hands stand."""
    frame = guest.get(path)["frame"]
    if frame["next"]["key"] == "decide":
        return command(guest, path, "Choose", decision="stand")
    answer = guest.client.post(path, json={"next": True})
    assert answer.status_code == 200, answer.text
    found: Record = answer.json()
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_catalogue_game_is_played_and_the_bankroll_is_what_was_won(
    name: str, anybody: Guest
) -> None:
    path, frame = opened(anybody, game=name, seed=7)
    offers = {offer["name"]: offer for offer in frame["offers"]}
    for number in range(1, 4):
        command(anybody, path, "PlaceWager", spot=2, wager="main", amount=2500)
        for offer in list(offers.values())[1:3]:
            anybody.client.post(
                path,
                json={
                    "command": {
                        "kind": "PlaceWager",
                        "spot": 2,
                        "wager": offer["name"],
                        "amount": offer["minimum"],
                    }
                },
            )
        while frame["solo"]["rounds"] < number:
            frame = go_on(anybody, path)["frame"]
    won = sum(sum(line["net"].values()) for line in frame["history"])

    assert frame["solo"]["net"] == won
    assert frame["solo"]["bankroll"] == BANKROLL + won
    assert [line["id"] for line in frame["history"]] == ["solo/3", "solo/2", "solo/1"]


def test_every_pack_that_is_offered_for_a_number_of_decks_can_be_played(anybody: Guest) -> None:
    games = {each["name"]: each for each in anybody.get("/api/solo/games")}
    packs = games["royal-match-21"]["packs"]

    assert packs["1"] == ["no-progressive"]
    assert packs["6"] == [
        "blazing-7s-upcard",
        "blazing-7s-player",
        "trilux-progressive",
        "no-progressive",
    ]
    for name, each in games.items():
        assert set(each["packs"]) == {str(count) for count in each["decks"]}
        for decks, names in each["packs"].items():
            for pack in names:
                assert game(name, decks=int(decks), pack=pack).pack == pack


def test_a_step_back_gives_the_frame_before_but_a_mistake_stays_counted(anybody: Guest) -> None:
    path, _ = opened(anybody, game="blackjack", seed=11)
    command(anybody, path, "PlaceWager", spot=1, wager="main", amount=1000)
    before = anybody.client.post(path, json={"next": True}).json()["frame"]
    played = command(anybody, path, "Choose", decision="hit")
    back = anybody.client.post(path, json={"undo": True}).json()["frame"]

    assert back["view"] == before["view"]
    assert back["solo"]["mistakes"] == played["frame"]["solo"]["mistakes"]
    assert (
        command(anybody, path, "Choose", decision="hit")["frame"]["view"]
        == (played["frame"]["view"])
    )


@pytest.mark.parametrize(
    "name",
    ["blackjack", "bet-the-set-21", "royal-match-21", "trilux-blackjack", "house-money"],
)
def test_advice_is_the_dearest_decision_and_another_choice_is_priced(
    name: str, anybody: Guest
) -> None:
    path, _ = opened(anybody, game=name, seed=3)
    command(anybody, path, "PlaceWager", spot=1, wager="main", amount=10_000)
    anybody.client.post(path, json={"next": True})
    advice = anybody.get(f"{path}/advice")
    values = advice["values"]
    worst = min(values, key=values.__getitem__)
    mistake = command(anybody, path, "Choose", decision=worst)["mistake"]

    assert advice["decision"] == max(values, key=values.__getitem__)
    assert mistake["best"] == advice["decision"]
    assert mistake["costs"] == round(10_000 * (values[advice["decision"]] - values[worst]))


def test_a_decision_is_played_before_its_price_is_worked_out_and_counts_once() -> None:
    asked: list[Decision] = []

    def price(round_: Round, decision: Decision) -> Mistake | None:
        asked.append(decision)
        return Mistake(chosen="stand", best="hit", costs_percent=1.5, costs=15.0)

    table = SoloTable(game("blackjack"), seed=3, price=price)
    table.press(PlaceWager(1, "main", Cents(1000)))
    before, _ = table.press_next()
    played, mistake = table.press(Choose(Decision.STAND), is_judged=False)

    assert (mistake, asked) == (None, [])
    assert played["version"] == before["version"] + 1
    found = [table.decisions.judged(played["version"]) for _ in range(2)]
    assert (found[0], asked) == (found[1], [Decision.STAND])
    assert (table.frame()["solo"]["mistakes"], table.frame()["solo"]["cost"]) == (1, 15)


def test_the_next_decision_does_not_wait_for_the_price_of_the_last() -> None:
    asked, worked_out = threading.Event(), threading.Event()

    def price(round_: Round, decision: Decision) -> Mistake | None:
        asked.set()
        assert worked_out.wait(60)
        return None

    table = SoloTable(game("blackjack"), seed=3, price=price)
    table.press(PlaceWager(1, "main", Cents(1000)))
    table.press_next()
    played, _ = table.press(Choose(Decision.STAND), is_judged=False)
    judging = threading.Thread(target=table.decisions.judged, args=(played["version"],))
    judging.start()
    assert asked.wait(60)
    table.undo()
    table.press(Choose(Decision.HIT), is_judged=False)  # With a lock held it would never return.
    worked_out.set()
    judging.join(60)

    assert not judging.is_alive()


def test_what_nobody_decided_is_not_judged(anybody: Guest) -> None:
    path, frame = opened(anybody, game="blackjack", seed=3)
    answer = anybody.client.get(f"{path}/judged/{frame['version'] + 7}")

    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "nothing-decided"


def test_the_page_may_ask_for_the_price_later(anybody: Guest) -> None:
    path, _ = opened(anybody, game="blackjack", seed=3)
    command(anybody, path, "PlaceWager", spot=1, wager="main", amount=10_000)
    anybody.client.post(path, json={"next": True})
    values = anybody.get(f"{path}/advice")["values"]
    worst = min(values, key=values.__getitem__)
    body = {"command": {"kind": "Choose", "decision": worst}, "judge": "later"}
    answer = anybody.client.post(path, json=body).json()
    judged = anybody.get(f"{path}/judged/{answer['frame']['version']}")

    assert answer["mistake"] is None
    assert judged["mistake"]["costs"] == round(10_000 * (max(values.values()) - values[worst]))


def test_the_chart_of_the_game_can_be_read(anybody: Guest) -> None:
    path, _ = opened(anybody, game="bonanza")
    found = anybody.get(f"{path}/chart")

    assert str(read_chart(found["chart"])) == found["chart"]
    assert 0 < found["edge_percent"] < 2


def test_the_same_seed_deals_the_same_cards(anybody: Guest) -> None:
    views = []
    for _ in range(2):
        path, _ = opened(anybody, game="bonanza", seed=99)
        command(anybody, path, "PlaceWager", spot=1, wager="main", amount=1000)
        views.append(anybody.client.post(path, json={"next": True}).json()["frame"]["view"])

    assert views[0] == views[1]


def test_nobody_wagers_what_they_do_not_have(anybody: Guest) -> None:
    path, frame = opened(anybody, game="blackjack", seed=1)
    body = {"kind": "PlaceWager", "spot": 1, "wager": "main", "amount": BANKROLL + 100}
    answer = anybody.client.post(path, json={"command": body})

    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "not-enough-money"
    assert anybody.get(path)["frame"] == frame


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"command": {"kind": "Deal", "card": "As"}}, 409),
        ({"command": {"kind": "ConfirmAward", "spot": 1, "wager": "x", "amount": 1}}, 409),
        ({"command": {"kind": "EndGame"}}, 409),
        ({"command": {"kind": "Fly"}}, 422),
        ({"command": {"kind": "StartGame"}, "next": True}, 422),
        ({}, 422),
        ({"undo": True}, 409),
    ],
)
def test_what_a_solo_player_may_not_do_is_refused(
    body: Record, status: int, anybody: Guest
) -> None:
    path, frame = opened(anybody, game="bahama-wsgc", seed=1)
    answer = anybody.client.post(path, json=body)

    assert answer.status_code == status, answer.text
    assert anybody.get(path)["frame"] == frame


@pytest.mark.parametrize("drill", list(Drill))
def test_a_drill_deals_hands_to_practise(drill: Drill, anybody: Guest) -> None:
    path, _ = opened(anybody, game="blackjack", seed=5, drill=drill.value)
    command(anybody, path, "PlaceWager", spot=1, wager="main", amount=1000)
    frame = anybody.client.post(path, json={"next": True}).json()["frame"]
    kind, _, points = frame["view"]["spots"][0]["hands"][0]["total"].partition(" ")
    first, second = frame["view"]["spots"][0]["hands"][0]["cards"]

    match drill:
        case Drill.HARD:
            assert kind == "hard"
            assert 12 <= int(points) <= 16
        case Drill.SOFT:
            assert kind == "soft"
        case Drill.PAIRS:
            assert first[0] == second[0] or {first[0], second[0]} <= set("TJQK")


def test_a_round_of_the_history_is_told_card_by_card(anybody: Guest) -> None:
    path, frame = opened(anybody, game="bonanza", seed=2)
    command(anybody, path, "PlaceWager", spot=1, wager="main", amount=1000)
    while not frame["solo"]["rounds"]:
        frame = go_on(anybody, path)["frame"]
    steps = anybody.get(f"{path}/rounds/1")["steps"]

    assert steps[0]["sentence"] == "Spot 1 puts $10 on Main."
    assert steps[-1]["sentence"] == "The round is over."
    assert steps[-1]["view"]["dealer_cards"] == frame["history"][0]["dealer"]
    assert all(
        "??" in step["view"]["dealer_cards"]
        for step in steps[: [s["sentence"][:15] for s in steps].index("The dealer turn")]
        if len(step["view"]["dealer_cards"]) > 1
    )


def test_a_jackpot_is_claimed_and_paid_from_the_demo_meter() -> None:
    table = SoloTable(game("bahama-wsgc"), 1)
    four = tuple(Card.parse(text) for text in ("7h", "7d", "7h", "7d"))  # Spot, up, spot, hole.
    table.state = replace(table.state, shoe=Shoe((*four, *table.state.shoe.order)))
    table.press(PlaceWager(1, "main", Cents(1000)))
    table.press(PlaceWager(1, "bahama-progressive", Cents(100)))
    frame, _ = table.press_next()
    table.press(Choose(Decision.STAND))
    table.press_next()
    frame, _ = table.press_next()

    assert [(award["state"], award["amount"]) for award in as_page(frame)["view"]["awards"]] == [
        ("confirmed", 1_000_024)
    ]
    assert frame["meters"][0]["levels"][0]["display"] == 1_000_000


def moving(cards: str = "Th 6c Ts Td 9h") -> SoloTable:
    """A solo table of House Money: 20 and 10 wagered, a pair dealt and paid; spot 1 is asked."""
    table = SoloTable(game("house-money"), 1)
    first = tuple(map(Card.parse, cards.split()))  # Spot, up, spot, hole, and on.
    table.state = replace(table.state, shoe=Shoe((*first, *table.state.shoe.order)))
    table.press(PlaceWager(1, "main", Cents(2000)))
    table.press(PlaceWager(1, "house-money", Cents(1000)))
    table.press_next()
    table.press_next()
    return table


def test_winnings_are_moved_at_a_solo_table_and_the_bankroll_is_right_all_the_way() -> None:
    table = moving()
    asked = table.frame()
    moved, _ = table.press(MoveWinnings(1, Cents(4000)))
    stood, _ = table.press(Choose(Decision.STAND))
    ended, _ = table.press_next()

    assert asked["parlay"] == {"spot": 1, "most": 4000, "won": 4000, "step": 1}
    assert (
        asked["say"]
        == "Waiting for spot 1 to move up to 40 onto its main wager, or DEAL for nothing."
    )
    assert moved["parlay"] is None
    (spot,) = as_page(moved)["view"]["spots"]
    assert [hand["stake"] for hand in spot["hands"]] == [6000]
    assert {one["name"]: one["amount"] for one in spot["wagers"]} == {
        "main": 6000,
        "house-money": 1000,
    }
    bankrolls = [frame["solo"]["bankroll"] - BANKROLL for frame in (asked, moved, stood, ended)]
    assert bankrolls == [1000, -3000, 9000, 9000]
    assert {one["wager"]: one["amount"] for one in ended["last_wagers"]} == {
        "main": 2000,
        "house-money": 1000,
    }


def test_the_next_key_leaves_winnings_where_they_are() -> None:
    table = moving()
    frame, _ = table.press_next()

    assert frame["next"]["key"] == "decide"
    assert as_page(frame)["view"]["spots"][0]["hands"][0]["stake"] == 2000
    assert as_page(table.undo())["parlay"]["spot"] == 1


@pytest.mark.parametrize(
    ("cards", "decision"), [("Th 6c Ts Td 9h", "move"), ("8h Tc 8s 9d Kh", "leave")]
)
def test_the_coach_says_whether_to_move_winnings(cards: str, decision: str) -> None:
    advice = advice_on(moving(cards).state.round)

    assert advice is not None
    assert advice.decision == decision
    assert advice.why.startswith("hard ")


def test_a_round_deals_what_is_to_be_practised(anybody: Guest) -> None:
    path, _ = opened(anybody, game="free-bet", seed=5)
    command(anybody, path, "PlaceWager", spot=1, wager="main", amount=1000)
    place = {"row": "pair 9", "upcard": "7"}
    frame = anybody.client.post(path, json={"next": True, "practise": [place]}).json()["frame"]

    assert [card[0] for card in frame["view"]["spots"][0]["hands"][0]["cards"]] == ["9", "9"]
    assert frame["view"]["dealer_cards"][0][0] == "7"


@pytest.mark.parametrize(
    "place", [{"row": "hard 21", "upcard": "7"}, {"row": "pair 9", "upcard": "K"}, {"row": "x"}]
)
def test_a_cell_that_no_chart_has_is_refused(anybody: Guest, place: dict[str, str]) -> None:
    path, _ = opened(anybody, game="blackjack", seed=5)
    command(anybody, path, "PlaceWager", spot=1, wager="main", amount=1000)
    before = anybody.get(path)

    assert anybody.client.post(path, json={"next": True, "practise": [place]}).status_code == 422
    assert anybody.get(path) == before


def test_the_simplest_count_comes_with_its_exact_exposure(anybody: Guest) -> None:
    path, _ = opened(anybody, game="royal-match-21", decks=2, pack="no-progressive", seed=5)
    told = anybody.get(f"{path}/counts")
    count = told["counts"]["royal-match"]

    assert len(told["cards"]) == 52
    assert [rank for rank, tag in count["tags"].items() if tag] == ["T", "J", "Q", "K"]
    # As `upcard odds royal-match-21 --decks 2 --protection` prints it.
    assert count["exposure"]["bet_frequency_percent"] == pytest.approx(0.14197, abs=1e-5)
    assert count["exposure"]["standard_error"] == 0
