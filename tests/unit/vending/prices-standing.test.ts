import { describe, expect, it } from "vitest";
import { COMMAND_STATES } from "~server/contract/commands";
import { type Known, standingOf } from "~server/vending/areas/prices/standing";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
const wanted = [
  { cell: "1", recipe: "Latte", price: 3_800 },
  { cell: "2", recipe: "Tea", price: 2_000 },
];
const known = (over: Partial<Known>): Known => ({
  told: [
    { cell: "1", price: 3_500 },
    { cell: "2", price: 2_000 },
  ],
  read_at: at(10),
  confirmed: [],
  command: null,
  ...over,
});
const stateOf = (over: Partial<Known>) => standingOf(wanted, known(over)).state;
const ordered = (state: (typeof COMMAND_STATES)[number], finished: number | null = null, price = 3_800) => ({
  command: { state, prices: [{ cell: "1", price }], finished_at: finished === null ? null : at(finished) },
});

describe("prices at a machine", () => {
  it("differ in the cells where the audit tells others", () => {
    expect(standingOf(wanted, known({}))).toEqual({
      state: "wanted",
      cells: [{ cell: "1", recipe: "Latte", wanted: 3_800, known: 3_500 }],
      by_hand: null,
    });
  });

  it("are not known where nobody told", () => {
    const { cells } = standingOf(wanted, known({ told: [], read_at: null }));
    expect(cells.map((one) => one.known)).toEqual([null, null]);
  });

  it("are confirmed by an audit, whatever was ordered", () => {
    const told = [
      { cell: "01", price: 3_800 },
      { cell: "2", price: 2_000 },
    ];
    for (const state of COMMAND_STATES) expect(stateOf({ told, ...ordered(state, 5, 1) })).toBe("confirmed");
  });

  it('take "1" and "01" for one cell unless the audit tells both', () => {
    const told = [
      { cell: "01", price: 3_800 },
      { cell: "1", price: 100 },
      { cell: "2", price: 2_000 },
    ];
    expect(standingOf(wanted, known({ told })).cells).toMatchObject([{ cell: "1", known: 100 }]);
  });

  it("are what a person says until a later audit tells something", () => {
    const word = { cell: "1", price: 3_800, author: "Olena" };
    const said = { ...known({}), confirmed: [{ ...word, at: at(11) }] };
    expect(standingOf(wanted, said)).toEqual({
      state: "confirmed",
      cells: [],
      by_hand: { author: "Olena", at: at(11) },
    });
    expect(stateOf({ confirmed: [{ ...word, at: at(9) }] })).toBe("wanted");
    // An audit that does not tell the cell says nothing about it.
    expect(stateOf({ told: [{ cell: "2", price: 2_000 }], confirmed: [{ ...word, at: at(9) }] })).toBe("confirmed");
  });

  it("are on their way as long as an order asks for them, and failed when it did or came to nothing", () => {
    for (const state of ["queued", "sent", "delivered", "done"] as const)
      expect(stateOf(ordered(state, 20))).toBe("sent");
    expect(stateOf(ordered("done", 9))).toBe("failed");
    for (const state of ["failed", "expired"] as const) expect(stateOf(ordered(state, 20))).toBe("failed");
    expect(stateOf(ordered("cancelled", 20))).toBe("wanted");
    expect(stateOf(ordered("sent", null, 3_700))).toBe("wanted");
  });
});
