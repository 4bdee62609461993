// Steps through the game log in the page. Text of others reaches the page as text nodes only.
(() => {
  const PACE = 1300; // milliseconds a step when it plays by itself
  const SETTLED = 150; // milliseconds after which the address names the step
  const data = JSON.parse(document.getElementById("game").textContent);
  const { log, explained } = data;
  const players = log.bots.length;
  const seats = [...log.bots.keys()];
  const at = (id) => document.getElementById(id);

  // ---- The game: what every step of a round is, and the table after it

  const nameOf = (seat) => {
    const name = log.bots[seat];
    return log.bots.indexOf(name) === log.bots.lastIndexOf(name) ? name : `${name} (seat ${seat})`;
  };

  function stepsOf(round) {
    const moves = round.moves.map((move, i) => ({ key: String(i + 1), kind: "move", move, count: i + 1 }));
    return [
      { key: "deal", kind: "deal", count: 0 },
      ...(round.exchange ? [{ key: "exchange", kind: "exchange", count: 0 }] : []),
      ...moves,
      { key: "end", kind: "end", count: round.moves.length },
    ];
  }

  function without(cards, gone) {
    const left = [...cards];
    for (const card of gone) left.splice(left.indexOf(card), 1);
    return left;
  }

  function exchanged(hands, swap) {
    const changed = [...hands];
    changed[swap.giver] = sorted([...without(hands[swap.giver], [swap.given]), swap.returned]);
    changed[swap.receiver] = sorted(without([...hands[swap.receiver], swap.given], [swap.returned]));
    return changed;
  }

  function tableAfter(round, step) {
    let hands = round.dealt.map(cardsOf);
    if (round.exchange && step.kind !== "deal") hands = exchanged(hands, round.exchange);
    const table = { hands, toBeat: null, did: seats.map(() => null), out: [], announced: [] };
    for (const move of round.moves.slice(0, step.count)) {
      if (move.leads) Object.assign(table, { toBeat: null, did: seats.map(() => null) });
      table.did[move.seat] = move;
      if (move.play === null) continue;
      hands[move.seat] = without(hands[move.seat], cardsOf(move.play));
      table.toBeat = move;
      if ("announced" in move) (move.announced ? table.announced : table.out).push(move.seat);
    }
    const next = round.moves[step.count];
    table.next = step.kind === "end" || !next ? null : next.seat;
    table.taken = Boolean(step.kind === "move" && next?.leads);
    return table;
  }

  // ---- Words

  const counted = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;
  const playWords = (move) => `a ${move.kind}: ${cardsOf(move.play).map(spoken).join(", ")}`;

  function sentence(round, step, table) {
    const head = `Round ${round.number}`;
    if (step.kind === "deal") return `${head}: ${nameOf(round.dealer)} deals, ${round.direction}.`;
    if (step.kind === "exchange") {
      const { giver, receiver, given, returned } = round.exchange;
      return `${head}: ${nameOf(giver)} gives ${spoken(given)} to ${nameOf(receiver)} and gets ${spoken(returned)} back.`;
    }
    if (step.kind === "end") return `${head} ends: ${nameOf(round.winner)} goes out.`;
    const { move } = step, who = nameOf(move.seat);
    const parts = [
      `Move ${step.count} of ${round.moves.length}: `,
      move.play === null ? `${who} passes` : `${who} ${move.leads ? "leads" : "plays"} ${playWords(move)}`,
      move.announced === true ? " and announces the last card" : "",
      move.announced === false ? " and forgets to announce the last card: out of this round" : "",
      ".",
      table.taken ? ` ${nameOf(table.toBeat.seat)} takes the trick.` : "",
    ];
    return parts.join("");
  }

  // ---- Drawing

  const view = { round: 0, step: 0, open: true, timer: null, naming: null, scroll: 0 };
  const steps = () => stepsOf(log.rounds[view.round]);

  function centre(round, step, table) {
    if (step.kind === "exchange") return exchangePanel(round.exchange);
    if (step.kind === "end") return scores(round);
    if (table.toBeat === null) {
      const who = nameOf(table.next ?? round.leader);
      return [element("p", { class: "small" }, `Nothing to beat: ${who} leads.`)];
    }
    const { toBeat } = table;
    return [
      row(cardsOf(toBeat.play), "laid", playWords(toBeat)),
      element("p", { class: "small" }, "To beat: ", element("b", {}, toBeat.kind), " of ", element("b", {}, nameOf(toBeat.seat))),
    ];
  }

  function exchangePanel(swap) {
    const line = (from, card, to) => element("div", { class: "swap" },
      element("b", {}, nameOf(from)), row([card], "laid", spoken(card)), element("span", {}, "to "), element("b", {}, nameOf(to)));
    return [line(swap.giver, swap.given, swap.receiver), line(swap.receiver, swap.returned, swap.giver)];
  }

  function scores(round) {
    const line = (seat) => element("tr", {},
      element("th", { scope: "row" }, nameOf(seat)),
      ...[round.cards_left[seat], round.points[seat], round.totals[seat]].map((n) => element("td", { class: "number" }, String(n))));
    const heading = (text) => element("th", { scope: "col", class: "number" }, text);
    return [element("table", {},
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Bot"), heading("Cards"), heading("Points"), heading("Total"))),
      element("tbody", {}, ...seats.map(line)))];
  }

  const tag = (text, kind) => element("span", { class: `tag ${kind}` }, text);

  function seatPanel(round, step, table, seat) {
    const ended = step.kind === "end";
    const total = round.totals[seat] - (ended ? 0 : round.points[seat]);
    const did = table.did[seat], swap = step.kind === "exchange" ? round.exchange : null;
    const marked = swap?.giver === seat ? [swap.returned] : swap?.receiver === seat ? [swap.given] : [];
    const cards = table.hands[seat];
    const head = element("h3", {}, element("span", { class: "who" }, log.bots[seat]),
      element("span", { class: "small" }, `seat ${seat}`));
    const tags = element("p", { class: "tags" },
      tag(counted(total, "point"), "total"), tag(counted(cards.length, "card"), "held"),
      round.dealer === seat ? tag("dealer", "plain") : null,
      ended && round.points[seat] ? tag(`+${round.points[seat]}`, "plain") : null,
      ended && round.winner === seat ? tag("goes out", "good") : null,
      table.announced.includes(seat) && cards.length === 1 ? tag("last card!", "warn") : null,
      table.out.includes(seat) ? tag("out of play", "warn") : null,
      did && !ended && did.play === null ? tag("passed", "plain") : null,
      did && !ended && did.play !== null ? chips(cardsOf(did.play), did === table.toBeat ? ", to beat" : ", laid in this trick") : null,
      table.next === seat ? tag(table.toBeat === null || table.taken ? "to lead" : "to play", "turn") : null);
    const acts = step.kind === "move" && step.move.seat === seat;
    const kind = `seat s${seat}${table.next === seat ? " next" : ""}${acts ? " acted" : ""}`;
    return element("section", { class: kind, "aria-label": `Seat ${seat}, ${log.bots[seat]}` },
      head, tags, view.open ? hand(cards, marked) : hidden(cards.length));
  }

  function deadHand(round) {
    if (!round.dead) return [];
    const cards = cardsOf(round.dead);
    return [element("section", { class: "seat dead", "aria-label": "Dead hand" },
      element("h3", {}, element("span", { class: "who" }, "dead hand"), element("span", { class: "small" }, "nobody sees it")),
      view.open ? hand(cards) : hidden(cards.length))];
  }

  // ---- Advice

  const percent = explained && explained.by !== "points";
  const figure = (value) => (percent ? `${(100 * value).toFixed(1)}%` : value.toFixed(1));

  function adviceRow(advice, [play, mean, low = mean, high = mean], least, widest) {
    const place = (value) => `${(100 * (value - least)) / widest}%`;
    const bar = drawn("svg", { class: "reach", "aria-hidden": "true" },
      drawn("line", { x1: place(low), x2: place(high), y1: "50%", y2: "50%" }),
      drawn("circle", { cx: place(mean), cy: "50%", r: 4 }));
    return element("tr", {},
      element("th", { scope: "row" }, play === null ? "pass" : chips(cardsOf(play)),
        same(play, advice.played) ? tag("played", "turn") : null,
        same(play, advice.would) ? tag(explained.bot, "plain") : null),
      element("td", {}, bar),
      element("td", { class: "number" }, figure(mean),
        explained.values === "own" ? null : element("small", {}, `${figure(low)} to ${figure(high)}`)));
  }

  const same = (one, other) => sorted(cardsOf(one)).join() === sorted(cardsOf(other)).join();

  function advicePanel(round, step) {
    if (!explained) return;
    const advice = explained.moves[`${round.number}:${step.key}`];
    const quiet = { deal: "Nothing to choose here.", end: "The round is over." };
    if (!advice) {
      at("advice").replaceChildren(element("p", { class: "small" }, quiet[step.kind] ?? "There was only one thing to do."));
      return;
    }
    const values = advice.rows.flatMap(([, ...numbers]) => numbers);
    const least = Math.min(...values), widest = Math.max(...values) - least || 1;
    const cost = advice.cost === null ? "It did not look at what was done." : advice.cost > 0
      ? `What was done gives away ${percent ? `${(100 * advice.cost).toFixed(1)} percentage points` : `${advice.cost.toFixed(1)} points`}.`
      : "Nothing better was found than what was done.";
    at("advice").replaceChildren(
      element("p", {}, element("b", {}, explained.bot), ` would ${step.kind === "move" ? "" : "give "}`,
        advice.would === null ? "pass" : chips(cardsOf(advice.would)), `. ${cost}`),
      element("table", {}, element("tbody", {}, ...advice.rows.map((each) => adviceRow(advice, each, least, widest)))),
      ...(advice.more ? [element("p", { class: "small" }, `and ${counted(advice.more, "more choice")}`)] : []));
  }

  // ---- The list of moves

  function moveButton(step, index) {
    const words = { deal: "the deal", exchange: "the exchange", end: "the points" };
    const parts = step.kind === "move"
      ? [element("span", { class: "count" }, step.key), element("span", { class: "mover" }, nameOf(step.move.seat)),
        step.move.play === null ? element("span", { class: "small" }, "pass") : chips(cardsOf(step.move.play))]
      : [element("span", { class: "count" }), element("span", { class: "mover" }, words[step.kind])];
    const button = element("button", { type: "button" }, ...parts);
    button.addEventListener("click", () => { stop(); go(view.round, index); });
    return element("li", { class: step.move?.leads ? "leads" : "" }, button);
  }

  let listed = null;

  function moveList() {
    if (listed !== view.round) at("moves").replaceChildren(...steps().map(moveButton));
    listed = view.round;
    for (const [i, item] of [...at("moves").children].entries()) {
      if (i === view.step) item.firstChild.setAttribute("aria-current", "step");
      else item.firstChild.removeAttribute("aria-current");
    }
    cancelAnimationFrame(view.scroll);
    view.scroll = requestAnimationFrame(() => {
      const box = at("moves"), current = box.children[view.step];
      box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2;
    });
  }

  // ---- Going about

  function show() {
    const round = log.rounds[view.round], all = steps(), step = all[view.step];
    const table = tableAfter(round, step);
    at("said").textContent = sentence(round, step, table);
    at("way").textContent = `${round.direction === "clockwise" ? "↻" : "↺"} ${round.direction}`;
    at("laid").replaceChildren(...centre(round, step, table));
    at("seats").replaceChildren(...seats.map((seat) => seatPanel(round, step, table, seat)), ...deadHand(round));
    advicePanel(round, step);
    moveList();
    at("slider").max = all.length - 1;
    at("slider").value = view.step;
    at("slider").setAttribute("aria-valuetext", step.kind === "move" ? `move ${step.key}` : step.kind);
    at("round").value = String(view.round);
    const last = view.round === log.rounds.length - 1 && view.step === all.length - 1;
    at("previous").disabled = view.round === 0 && view.step === 0;
    at("next").disabled = last;
    if (last) stop();
  }

  function go(round, step) {
    view.round = Math.max(0, Math.min(log.rounds.length - 1, round));
    view.step = Math.max(0, Math.min(steps().length - 1, step));
    show();
    const place = `#round=${log.rounds[view.round].number}&move=${steps()[view.step].key}`;
    at("stage").dataset.place = place;
    // Browsers refuse more than some twenty changes of the address a second: a held key makes more.
    clearTimeout(view.naming);
    view.naming = setTimeout(() => history.replaceState(null, "", place), SETTLED);
  }

  function forward() {
    if (view.step < steps().length - 1) go(view.round, view.step + 1);
    else if (view.round < log.rounds.length - 1) go(view.round + 1, 0);
  }

  function backward() {
    if (view.step > 0) go(view.round, view.step - 1);
    else if (view.round > 0) go(view.round - 1, Infinity);
  }

  function stop() {
    clearInterval(view.timer);
    view.timer = null;
    at("play").setAttribute("aria-label", "Play");
    at("play").classList.remove("playing");
  }

  function playOrPause() {
    if (view.timer !== null) return stop();
    view.timer = setInterval(forward, PACE);
    at("play").setAttribute("aria-label", "Pause");
    at("play").classList.add("playing");
    forward();
  }

  function showHands() {
    view.open = !view.open;
    at("hands").setAttribute("aria-pressed", String(view.open));
    show();
  }

  // A place that there is not: the nearest one.
  function fromFragment() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const round = log.rounds.findIndex((each) => String(each.number) === wanted.get("round"));
    view.round = Math.max(0, round);
    const step = steps().findIndex((each) => each.key === wanted.get("move"));
    go(view.round, Math.max(0, step));
  }

  const by = (action) => () => { stop(); action(); };
  const ACTIONS = {
    first: by(() => go(view.round, 0)),
    previous: by(backward),
    play: playOrPause,
    next: by(forward),
    last: by(() => go(view.round, Infinity)),
    hands: showHands,
  };
  const KEYS = {
    ArrowLeft: ACTIONS.previous,
    ArrowRight: ACTIONS.next,
    Home: ACTIONS.first,
    End: ACTIONS.last,
    ArrowUp: by(() => go(view.round - 1, 0)),
    ArrowDown: by(() => go(view.round + 1, 0)),
    " ": ACTIONS.play,
    h: ACTIONS.hands,
    H: ACTIONS.hands,
  };

  function pressed(event) {
    const action = KEYS[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    // A chooser keeps its keys; a space on a button, or on what opens, is a click.
    if (event.target.closest("select") || (event.key === " " && event.target.closest("button, summary"))) return;
    event.preventDefault();
    action();
  }

  function scoreSheet() {
    const line = (round, index) => {
      const link = element("a", { href: `#round=${round.number}&move=end` }, `round ${round.number}`);
      return element("tr", {}, element("th", { scope: "row" }, link), ...seats.map((seat) =>
        element("td", { class: "number" }, String(round.totals[seat]), element("small", {}, `+${round.points[seat]}`))));
    };
    at("sheet").append(
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "After"),
        ...seats.map((seat) => element("th", { scope: "col", class: "number" }, nameOf(seat))))),
      element("tbody", {}, ...log.rounds.map(line)));
  }

  function begin() {
    define();
    at("table").classList.add(`for-${players}`);
    at("round").append(...log.rounds.map((round, i) => element("option", { value: i }, `Round ${round.number}`)));
    scoreSheet();
    for (const [id, action] of Object.entries(ACTIONS)) at(id).addEventListener("click", action);
    at("slider").addEventListener("input", () => { stop(); go(view.round, Number(at("slider").value)); });
    at("round").addEventListener("change", () => { stop(); go(Number(at("round").value), 0); });
    document.addEventListener("keydown", pressed);
    window.addEventListener("hashchange", () => { stop(); fromFragment(); });
    at("stage").hidden = false;
    fromFragment();
  }

  begin();
})();
