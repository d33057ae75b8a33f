import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { franchise as franchiseEntity } from "~server/contract/entities/franchises";
import { keyClient } from "~server/contract/entities/key_clients";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { location as locationEntity } from "~server/contract/entities/locations";
import { STEPS } from "~server/contract/enums";
import { KEY_MOVE_TYPES, KEY_MOVES, type KeyMove, VEND_MOVES } from "~server/contract/key-moves";
import { spansIn } from "~/report/spans.server";
import { writeMoves } from "~server/vending/areas/keys/ledger";
import { run, transaction } from "~server/vending/database/query";
import { random } from "../unit/evadts/random";
import { idOf } from "./app";
import { dayOf, idIn, movingNetwork, reportFor, rowsOf, tallied } from "./moving";
import { made, saved } from "./samples";
import { DAY, iso } from "./unit";

const [SINGLE, AGGREGATED] = ["key_wallets_report", "key_wallets_aggregated_report"];
const ROWS = ["at", "move", "key", "client", "key_move", "device", "recipe", "reason", "author"] as const;
const CUTS = ["client", "key", "key_move", "device", "location", "span"] as const;

interface Move {
  id: number;
  at: number;
  type: KeyMove;
  key: number;
  client: number | null;
  amount: number;
  /** Of the pocket, after it. */
  balance: number | null;
  device: number | null;
  recipe: number | null;
  price: number | null;
  /** Of a vend: which one, and whether this takes it back. */
  vend: string | null;
  isBack: boolean;
  reason: string | null;
  author: string | null;
}

const daysLater = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
/** The first day of the week (Monday) or month of a day. */
const beginOf = (step: string, day: string): string =>
  step === "month"
    ? `${day.slice(0, 8)}01`
    : step === "week"
      ? daysLater(day, -((new Date(day).getUTCDay() + 6) % 7))
      : day;

it.each([1, 2, 3, 4])(
  "movements of keys are whose the key was then, where the machine stood then: %d",
  async (seed) => {
    const draw = random(seed);
    const network = await movingNetwork(draw, 20, ["KEY_WALLETS"]);
    const { api, root, pick, units, locations } = network;
    // A franchise's person sees what moved at its machines, and of keys their numbers in the list alone.
    const franchise = await made(root, franchiseEntity);
    const [home = 0] = locations;
    expect((await saved(root, locationEntity, home, { franchise, holds_from: "always" })).status).toBe(200);
    network.said.push({ subject: "location", id: home, field: "franchise", from: -Infinity, value: franchise });
    const partner = await api.person({ permissions: ["KEY_WALLETS"] });
    await run(api.pool, sql`update users set franchise_id = ${franchise} where id = ${partner.id}`);
    network.viewers.push({ who: partner, sees: ({ franchise_id }) => franchise_id === franchise });
    const both = await api.person({
      permissions: ["KEY_WALLETS"],
      mode: "CLOSE_SELECTED",
      devices: [units[0]?.device ?? 0],
    });
    await run(api.pool, sql`update user_groups set access_mode = 'OPEN_ALL_PROJECTS' where id = ${both.group}`);
    network.viewers.push({
      who: both,
      sees: ({ project_id }, device) => project_id !== null && device !== units[0]?.device,
    });

    const clients = [await made(root, keyClient), await made(root, keyClient)];
    const recipes = [41, 42, null];
    const keys = await Promise.all(
      [1, 2, 3, 4].map(async (n) => {
        const [key, owner, client] = [`0500${seed}00${n}`, `Власник ${n}`, n === 4 ? null : (clients[n % 2] ?? null)];
        const id = idOf(
          await root.post("/key_wallets", { key, owner, type: "BALANCE", ...(client ? { client } : {}) }),
        );
        return { key, owner, client, id, isGone: false };
      }),
    );
    const living = () => keys.filter(({ isGone }) => !isGone);
    const handOver = async () => {
      const [key, client] = [pick(living()), pick([...clients, null])];
      expect((await saved(root, keyWallet, key.id, { client: client ?? "" })).status).toBe(200);
      key.client = client;
    };
    const moves: Move[] = [];
    const balances = new Map<string, number>();
    const book = async (told: Omit<Move, "id" | "balance" | "client">[]) => {
      const written = await transaction(api.pool, (tx) =>
        writeMoves(
          tx,
          told.map((one, n) => ({
            ...{ wallet: one.key, type: one.type, amount: one.amount, at: one.at, key: `t ${moves.length + n}` },
            ...(one.vend ? { authorisation: one.vend } : {}),
            ...(one.price === null ? {} : { price: one.price }),
            // Where it stood is looked up: what is said later of the past holds for it, too.
            ...(one.device === null ? {} : { device: one.device, placement: 987_654, recipe: one.recipe }),
            ...(one.isBack ? { reverses: 1 } : {}),
            ...{ reason: one.reason },
            ...(one.author ? { author: { id: 1, full_name: one.author } } : {}),
          })),
        ),
      );
      for (const [n, one] of told.entries()) {
        const { pocket } = KEY_MOVES[one.type];
        const name = `${one.key} ${pocket}`;
        balances.set(name, (balances.get(name) ?? 0) + one.amount);
        const balance = pocket === "none" ? null : (balances.get(name) ?? 0);
        const client = keys.find(({ id }) => id === one.key)?.client ?? null;
        moves.push({ ...one, id: written[n]?.id ?? 0, balance, client });
      }
    };
    const plain = { price: null, vend: null, isBack: false, reason: null, author: null, device: null, recipe: null };
    const sum = () => 100 * (1 + Math.floor(draw() * 60));
    const move = () =>
      book(
        Array.from({ length: 6 }, () => {
          const type = pick(["balance", "refill", "manual_deposit", "manual_withdraw", "bonus", "cashback"] as const);
          const amount = KEY_MOVES[type].sign * sum() * (draw() < 0.2 ? -1 : 1);
          const atMachine = type === "refill" && draw() < 0.6 ? { device: pick(units).device } : {};
          const byStaff = type.startsWith("manual") ? { reason: pick(["Помилка", "Скарга"]), author: "Хтось" } : {};
          return { ...plain, at: network.earlier(), key: pick(living()).id, type, amount, ...atMachine, ...byStaff };
        }),
      );
    const vend = () =>
      book(
        Array.from({ length: 6 }, () => {
          const types: KeyMove[] = draw() < 0.3 ? ["sell_withdraw", "bonus_withdraw"] : [pick(VEND_MOVES)];
          const [price, of] = [sum(), { key: pick(living()).id, at: network.earlier(), vend: randomUUID() }];
          const at = { device: pick(units).device, recipe: pick(recipes) };
          const isBack = draw() < 0.2;
          const rows = types.map((type) => ({
            ...{ ...plain, ...of, ...at, price, type, amount: Math.abs(KEY_MOVES[type].sign) * -price },
          }));
          const earned = { ...plain, ...of, ...at, type: "cashback_deposit" as const, amount: 7 };
          const back = rows.map((row) => ({
            ...row,
            amount: -row.amount,
            isBack: true,
            price: null,
            reason: "Повернення",
            author: "Хтось",
          }));
          return [...rows, ...(draw() < 0.3 ? [earned] : []), ...(isBack ? back : [])];
        }).flat(),
      );

    type Known = Move & { day: string; location: number | null; first: boolean };
    const total = (of: readonly Known[], amount: (one: Known) => number = (one) => one.amount) =>
      of.reduce((all, one) => all + amount(one), 0);
    const isVend = ({ type, isBack }: Move) => VEND_MOVES.some((one) => one === type) && !isBack;
    const pocketOf = ({ type }: Move) => KEY_MOVES[type].pocket;
    /** Of `now` beside what was `before`; balances where everything is seen. */
    const figures = (
      of: readonly Known[],
      before: readonly Known[],
      isWhole: boolean,
    ): Record<string, number | null> => {
      const vends = of.filter(({ first }) => first);
      const pocket = (name: "main" | "bonus") => {
        const [own, had] = [of, before].map((all) => all.filter((one) => pocketOf(one) === name));
        const opening = total(had ?? []);
        const [came, went] = [
          total((own ?? []).filter(({ amount }) => amount > 0)),
          -total((own ?? []).filter(({ amount }) => amount < 0)),
        ];
        return {
          [`${name}_opening`]: isWhole ? opening : null,
          [`${name}_in`]: came + 0,
          [`${name}_out`]: went + 0,
          [`${name}_closing`]: isWhole ? opening + came - went : null,
        };
      };
      return {
        key_moves: of.length,
        ...pocket("main"),
        ...pocket("bonus"),
        vends: vends.length,
        vended_price: vends.length ? total(vends, ({ price }) => price ?? 0) : null,
        keys: new Set(of.map(({ key }) => key)).size,
        ...Object.fromEntries<number>(
          KEY_MOVE_TYPES.flatMap((type): [string, number][] => {
            const own = of.filter((one) => one.type === type);
            const counted: [string, number] = [`${type}_count`, own.length];
            return KEY_MOVES[type].pocket === "none" ? [counted] : [counted, [`${type}_sum`, total(own)]];
          }),
        ),
      };
    };

    const check = async (step: number) => {
      const { from, to } = network.days();
      const filters = pick<Record<string, string[]>>([
        ...[{}, {}, {}, { client: [String(pick(clients))] }, { client: ["none", String(pick(clients))] }],
        ...[{ key: [String(pick(keys).id), String(pick(keys).id)] }, { project: [String(pick(network.projects))] }],
        ...[{ project: ["none"] }, { key_move: ["bonus_withdraw"] }, { key_move: ["sell_withdraw", "manual_deposit"] }],
        ...[{ recipe: ["none"] }, { device: [String(pick(units).device)] }],
      ]);
      const by = [pick(CUTS), ...(draw() < 0.5 ? [pick(CUTS)] : [])].filter((cut, n, all) => all.indexOf(cut) === n);
      const span = pick(STEPS);
      const compare = draw() < 0.5 && !(by.includes("span") && span === "month") ? "before" : undefined;
      for (const [n, { who, sees }] of network.viewers.entries()) {
        const isWhole =
          who === root &&
          [...Object.keys(filters), ...by].every((name) => ["client", "key", "key_move", "span"].includes(name));
        const counted = new Set<string>();
        const seen = moves.flatMap((one): Known[] => {
          const place = one.device === null ? null : network.placeOf(one.device, one.at);
          const isAsked = Object.entries({
            ...{ client: one.client ?? "none", key: one.key, key_move: one.type, recipe: one.recipe ?? "none" },
            ...{ project: place?.project_id ?? "none", device: one.device ?? "nothing" },
          }).every(([name, value]) => !filters[name] || filters[name].includes(String(value)));
          const isSeen = place && one.device !== null ? sees(place, one.device) : who !== partner;
          if (!isSeen || !isAsked) return [];
          const first = isVend(one) && !counted.has(one.vend ?? "");
          if (first) counted.add(one.vend ?? "");
          return [{ ...one, day: dayOf(one.at), location: place?.location_id ?? null, first }];
        });
        const within = (days: { from: string; to: string }) =>
          seen.filter(({ day }) => day >= days.from && day <= days.to);
        const told = [step, n, from, to, filters];

        const single = await reportFor(who, SINGLE, { from, to, ...filters });
        const knows = who !== partner;
        const slow = tallied(
          within({ from, to }),
          (one) =>
            [
              ...[iso(one.at), one.id, one.key, one.client, one.type],
              ...[one.device, one.recipe, knows ? one.reason : null, knows ? one.author : null],
            ].join("/"),
          (of) => ({
            moved: total(of),
            balance_after: of.length === 1 && knows ? (of[0]?.balance ?? null) : null,
            vended_price: of.some(({ first }) => first)
              ? total(of, ({ first, price }) => (first ? (price ?? 0) : 0))
              : null,
          }),
        );
        // Of all of them together there is none.
        slow.total.balance_after = null;
        const listed = rowsOf(single, ...ROWS);
        const noNulls = Object.fromEntries(
          Object.entries(listed.rows).map(([key, value]) => [key.replaceAll("null", ""), value]),
        );
        expect([...told, { ...listed, rows: noNulls }]).toEqual([...told, slow]);
        const moments = single.items.map(({ cuts }) => String(cuts.at));
        expect(moments).toEqual([...moments].sort().reverse());
        for (const { cuts } of single.items) {
          const key = keys.find(({ id }) => String(id) === idIn(cuts.key));
          const [label, owner] = who === partner ? [`#${key?.id}`, null] : [key?.key, key?.isGone ? null : key?.owner];
          // What was deleted is known by its number to whoever has limits.
          if (!key?.isGone || who === root) expect(cuts).toMatchObject({ key: { label }, owner });
          if (cuts.client !== null && who === partner)
            expect(cuts.client).toMatchObject({ label: `#${idIn(cuts.client)}` });
        }

        const asked = { from, to, by, ...filters, ...(by.includes("span") ? { step: span } : {}) };
        const found = await reportFor(who, AGGREGATED, { ...asked, ...(compare ? { compare } : {}) });
        /** Rows of a period, by what they are of as it is called in the present one. */
        const slowly = (days: { from: string; to: string }, later: number) => {
          const [now, earlier] = [within(days), seen.filter(({ day }) => day < days.from)];
          const spanOf = (day: string) => beginOf(span, daysLater(beginOf(span, day), later));
          const cutsOf = (one: Known, day = one.day) =>
            by.map((cut) =>
              cut === "span"
                ? spanOf(day < days.from ? days.from : day)
                : cut === "key_move"
                  ? one.type
                  : String(one[cut]),
            );
          const all = new Set([...now, ...(isWhole ? earlier : [])].map((one) => cutsOf(one).join("/")));
          if (by.join() === "span") for (const day of spansIn(days.from, days.to, span)) all.add(spanOf(day));
          const at = by.indexOf("span");
          const rowsBy = [...all].map((key) => {
            const parts = key.split("/");
            const isSame = (one: Known, except?: number) =>
              cutsOf(one).every((part, k) => k === except || part === parts[k]);
            const had =
              at < 0
                ? earlier.filter((one) => isSame(one))
                : [...earlier, ...now.filter((one) => (cutsOf(one)[at] ?? "") < (parts[at] ?? ""))].filter((one) =>
                    isSame(one, at),
                  );
            return [
              key,
              figures(
                now.filter((one) => isSame(one)),
                had,
                isWhole,
              ),
            ] as const;
          });
          return {
            rows: Object.fromEntries<Record<string, number | null>>(rowsBy),
            total: figures(now, earlier, isWhole),
          };
        };
        const isSomething = (of: Record<string, number | null> | undefined) =>
          Object.values(of ?? {}).some((figure) => figure);

        const now = slowly({ from, to }, 0);
        if (!compare) {
          const some =
            by.join() === "span"
              ? now.rows
              : Object.fromEntries(Object.entries(now.rows).filter(([, of]) => isSomething(of)));
          const shown = rowsOf(found, ...by);
          expect([...told, asked, shown]).toEqual([...told, asked, { rows: some, total: now.total }]);
          continue;
        }
        const shift = found.compared ? (Date.parse(from) - Date.parse(found.compared.from)) / DAY : 0;
        const then = slowly(found.compared ?? { from, to }, shift);
        for (const { cuts, figures: told1, before } of found.items) {
          const key = by.map((cut) => idIn(cuts[cut])).join("/");
          const zero = figures([], [], isWhole);
          const without = (of: Record<string, number | null>) =>
            by.includes("span")
              ? Object.fromEntries(Object.entries(of).filter(([name]) => !/_(opening|closing)$/.test(name)))
              : of;
          expect([...told, asked, key, without(told1)]).toEqual([...told, asked, key, without(now.rows[key] ?? zero)]);
          expect([...told, asked, key, without(before ?? {})]).toEqual([
            ...told,
            asked,
            key,
            without(then.rows[key] ?? zero),
          ]);
        }
        const keysOf = new Set(found.items.map(({ cuts }) => by.map((cut) => idIn(cuts[cut])).join("/")));
        for (const [key, of] of [...Object.entries(now.rows), ...Object.entries(then.rows)])
          if (isSomething(of)) expect([...told, asked, key, keysOf.has(key)]).toEqual([...told, asked, key, true]);
        expect(found.total).toEqual({ figures: now.total, before: then.total });
      }
    };
    for (let step = 0; step < 24; step++) {
      await pick([vend, vend, move, handOver, network.change])();
      const [key] = keys;
      if (step === 16 && key) {
        // A key with money or a debt is not deleted.
        const left = (pocket: string) => balances.get(`${key.id} ${pocket}`) ?? 0;
        const emptied = { ...plain, at: network.earlier(), key: key.id };
        await book([
          { ...emptied, type: "manual_withdraw", amount: -left("main") },
          { ...emptied, type: "bonus", amount: -left("bonus") },
        ]);
        expect((await root.post(`/key_wallets/${key.id}/delete`)).status).toBe(200);
        // What moved on it stays its own.
        key.isGone = true;
      }
      if (step % 3 === 2) await check(step);
    }
    const other = await api.person({ permissions: ["REPORT"] });
    for (const report of [SINGLE, AGGREGATED]) expect((await other.get(`/reports/${report}`)).status).toBe(403);
  },
);
