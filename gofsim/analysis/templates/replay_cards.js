// Elements of the page, and cards drawn as SVG: a colour is told by its shape and its letter too.
"use strict";
const { element, drawn, define, row, hand, hidden, chips, cardsOf, sorted, spoken } = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const COLOURS = { G: "green", Y: "yellow", R: "red", M: "multi-coloured" };
  const ORDER = "GYRM";
  const PICTURES = { P: 11, D: 12 };

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  function drawn(name, attributes, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  const SHAPES = {
    G: "M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0Z",
    Y: "M0 -5.4L5.6 4.6H-5.6Z",
    R: "M-4.6 -4.6H4.6V4.6H-4.6Z",
    M: "M0 -6L1.6 -1.9L6 -1.8L2.5 .9L3.7 5.2L0 2.7L-3.7 5.2L-2.5 .9L-6 -1.8L-1.6 -1.9Z",
  };
  const PHOENIX =
    "M0 -1C-3 -8 -9 -10 -13 -8C-11 -3 -7 2 -1.5 4L-5 13L0 9.5L5 13L1.5 4C7 2 11 -3 13 -8C9 -10 3 -8 0 -1Z" +
    "M-2.6 -6A2.6 2.6 0 1 0 2.6 -6A2.6 2.6 0 1 0 -2.6 -6Z";
  const DRAGON = "M-10 10C2 14 11 7 3 2C-6 -3 -3 -10 5 -9";
  const DRAGON_HEAD = "M3 -13L13 -9L3 -4.5Z";

  const colourOf = (card) => card[0];
  const numberOf = (card) => PICTURES[card[1]] ?? Number(card.slice(1));
  const strength = (card) => 4 * numberOf(card) + ORDER.indexOf(colourOf(card));
  const cardsOf = (text) => (text ? text.split(" ") : []);
  const sorted = (cards) => [...cards].sort((a, b) => strength(a) - strength(b));

  function spoken(card) {
    if (card === "RD") return "dragon";
    const name = card[1] === "P" ? "phoenix" : card.slice(1);
    return `${COLOURS[colourOf(card)]} ${name}`;
  }

  function shape(colour, x, y, size, kind = "ink") {
    return drawn("path", { d: SHAPES[colour], class: kind, transform: `translate(${x} ${y}) scale(${size})` });
  }

  function face(colour, width, height) {
    const back = (box) => drawn("rect", { ...box, class: `face ${COLOURS[colour]}` });
    const whole = { x: 0.75, y: 0.75, width: width - 1.5, height: height - 1.5, rx: 4.5 };
    if (colour !== "M") return [back(whole)];
    // Red all over, green on top with round corners, and yellow over its lower ones.
    const third = (height - 1.5) / 3;
    return [
      drawn("rect", { ...whole, class: "red" }),
      drawn("rect", { ...whole, height: third + 6, class: "green" }),
      drawn("rect", { ...whole, y: 0.75 + third, height: third, rx: 0, class: "yellow" }),
      drawn("rect", { ...whole, class: "face frame" }),
    ];
  }

  const ten = (card) => (numberOf(card) === 10 ? " ten" : "");

  function large(card) {
    const colour = colourOf(card), picture = card[1];
    const ink = colour === "M" ? "dark" : colour;
    const parts = [...face(colour, 40, 58)];
    if (colour === "M") parts.push(drawn("rect", { x: 2.5, y: 3, width: 16, height: 33, rx: 3, class: "paper" }));
    parts.push(drawn("text", { x: 10.5, y: 18, class: `sign${ten(card)} ink-${ink}` }, card.slice(1)));
    parts.push(shape(colour, 10.5, 28, 1, `ink-${ink}`));
    if (picture === "P") {
      parts.push(drawn("path", { d: PHOENIX, class: `ink-${ink}`, transform: "translate(25 42) scale(.95)" }));
    } else if (picture === "D") {
      parts.push(drawn("path", { d: DRAGON, class: "line", transform: "translate(25 40)" }));
      parts.push(drawn("path", { d: DRAGON_HEAD, class: `ink-${ink}`, transform: "translate(25 40)" }));
    } else {
      parts.push(shape(colour, 26, 42, 2.1, colour === "M" ? "paper" : `ink-${ink}`));
      parts.push(drawn("text", { x: 26, y: 45.6, class: `sign letter on-${colour}` }, colour));
    }
    return parts;
  }

  function small(card) {
    const colour = colourOf(card), ink = colour === "M" ? "dark" : colour;
    const paper = colour === "M" ? [drawn("rect", { x: 3, y: 2.5, width: 28, height: 15, rx: 3, class: "paper" })] : [];
    return [
      ...face(colour, 34, 20), ...paper,
      drawn("text", { x: 11, y: 15, class: `sign tiny${ten(card)} ink-${ink}` }, card.slice(1)),
      shape(colour, 25, 10, 0.85, `ink-${ink}`),
    ];
  }

  function back() {
    return [
      drawn("rect", { x: 0.75, y: 0.75, width: 38.5, height: 56.5, rx: 4.5, class: "face back" }),
      drawn("path", { d: "M4 4H36V54H4ZM4 29L20 4L36 29L20 54Z", class: "weave" }),
    ];
  }

  function define() {
    const all = ["M1", "GP", "YP", "RD"];
    for (const colour of "GYR") for (let n = 1; n <= 10; n++) all.push(colour + n);
    // Where a card has less room in height, its foot is hidden.
    const symbol = (id, box, parts) =>
      drawn("symbol", { id, viewBox: box, preserveAspectRatio: "xMidYMin slice" }, ...parts);
    document.getElementById("cards").append(
      symbol("back", "0 0 40 58", back()),
      ...all.map((card) => symbol(`card-${card}`, "0 0 40 58", large(card))),
      ...all.map((card) => symbol(`chip-${card}`, "0 0 34 20", small(card))));
  }

  const picture = (id, kind) =>
    drawn("svg", { class: kind, "aria-hidden": "true" }, drawn("use", { href: `#${id}` }));

  function row(cards, kind, label, marked = []) {
    const left = [...marked];
    const slots = cards.map((card) => {
      const mark = left.indexOf(card);
      if (mark >= 0) left.splice(mark, 1);
      const id = kind === "chips" ? `chip-${card}` : card ? `card-${card}` : "back";
      const slot = mark >= 0 ? "slot marked" : "slot";
      return element("span", { class: slot }, picture(id, kind === "chips" ? "chip" : "card"));
    });
    return element("span", { class: kind, role: "img", "aria-label": label }, ...slots);
  }

  const hand = (cards, marked) =>
    row(cards, "hand", cards.length ? cards.map(spoken).join(", ") : "no cards", marked);
  const hidden = (count) => row(Array(count).fill(""), "hand", `${count} cards, hidden`);
  const chips = (cards, note = "") => row(cards, "chips", cards.map(spoken).join(", ") + note);

  return { element, drawn, define, row, hand, hidden, chips, cardsOf, sorted, spoken };
})();
