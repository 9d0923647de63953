import { expect, test } from "vitest";
import { keepAction, parseAction, possible } from "./actions";

test("a payment is read with its colour and its locomotives", () => {
  expect(parseAction("claim paris-zurich 2 purple 1 locomotive")).toEqual({
    verb: "claim",
    route: "paris-zurich",
    payment: { coloured: 2, colour: "purple", locomotives: 1 },
  });
  expect(parseAction("pay 2 locomotive")).toEqual({
    verb: "pay",
    payment: { coloured: 0, colour: null, locomotives: 2 },
  });
});

test("an action of a newer server is unknown, not an error", () => {
  expect(parseAction("fly paris")).toEqual({ verb: "unknown" });
});

test("the way to pay with the fewest locomotives comes first", () => {
  const legal = [
    "claim a-b 1 red 2 locomotive",
    "claim a-b 3 locomotive",
    "claim a-b 3 red",
    "claim a-b 2 red 1 locomotive",
  ];
  const ways = possible(legal, { red: 3, locomotive: 3 })
    .routes.get("a-b")
    ?.map((way) => way.action);
  expect(ways).toEqual([
    "claim a-b 3 red",
    "claim a-b 2 red 1 locomotive",
    "claim a-b 1 red 2 locomotive",
    "claim a-b 3 locomotive",
  ]);
});

test("of equal ways the colour of which most cards stay in hand comes first", () => {
  const legal = ["claim a-b 2 red", "claim a-b 2 green", "claim a-b 2 white"];
  const ways = possible(legal, { red: 2, green: 5, white: 3 })
    .routes.get("a-b")
    ?.map((way) => way.payment.colour);
  expect(ways).toEqual(["green", "white", "red"]);
});

test("everything legal is found under what it is done to", () => {
  const can = possible(
    ["tickets", "draw deck", "draw red", "build paris 1 red", "pass", "decline", "pay 1 red", "keep 1 2"],
    {},
  );
  expect([...can.draw]).toEqual(["deck", "red"]);
  expect(can.cities.get("paris")).toHaveLength(1);
  expect([can.tickets, can.pass, can.decline, can.pays.length, can.keeps]).toEqual([true, true, true, 1, ["keep 1 2"]]);
});

test("tickets are kept in the order of the offer, whatever the order of clicks", () => {
  const keeps = ["keep 1 2", "keep 1 3", "keep 1 2 3"];
  expect(keepAction(keeps, new Set([3, 1]))).toBe("keep 1 3");
  expect(keepAction(keeps, new Set([2]))).toBeNull();
});
