import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Relays } from "~server/web/live/relays.server";
import { headersFor, listener, quickRelays } from "../unit/web/live";
import { configureWeb } from "../unit/web/with-stand-in";
import { idOf, type TestApi, testApi, type Person } from "./app";
import { type Process, startProcess } from "./live";

let api: TestApi;
let root: Person;
let provider: Process;
let relays: Relays;

beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  api = await testApi();
  root = await api.person({ root: true });
  provider = await startProcess(api);
  configureWeb(`http://${provider.url}`);
  process.env.VENDING_SOCKET_URL = `ws://${provider.url}/socket`;
  relays = quickRelays();
});
afterAll(async () => {
  relays.close();
  await provider.stop();
  await api.close();
  vi.restoreAllMocks();
});

const said = ({ events }: ReturnType<typeof listener>) => events.map(({ body }) => body);

describe("replies on their way to a browser", () => {
  it("are neither lost nor repeated while streams come and go and the API starts again, fifty times", async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => api.person({ permissions: ["HELP_DESK"] })));
    const ticket = idOf(
      await root.post("/help_desk/tickets", { subject: "Немає води", type: "GENERAL", priority: "HIGH" }),
    );
    const streams = people.map(({ token }) => {
      const heard = listener();
      return { token, heard, leave: relays.join(token, headersFor(token), heard, undefined) };
    });
    await Promise.all(streams.map(({ heard }) => heard.until("ready")));
    const port = Number(provider.url.split(":")[1]);
    const texts: string[] = [];
    const reply = async () => {
      const text = `Відповідь ${texts.length + 1}`;
      texts.push(text);
      // Straight to the application: the process with the socket may be away just now.
      expect(
        (
          await root.post(`/help_desk/tickets/${ticket}/entries`, {
            kind: "REPLY",
            text,
            key: `reply-${texts.length}-key`,
          })
        ).status,
      ).toBe(201);
    };
    for (let round = 0; round < 50; round++) {
      const breaking = async () => {
        if (round % 2) {
          await provider.stop();
          provider = await startProcess(api, port);
          return;
        }
        for (const stream of streams) {
          stream.leave();
          await pause(Math.random() * 3);
          stream.leave = relays.join(stream.token, headersFor(stream.token), stream.heard, stream.heard.cursor);
        }
      };
      await Promise.all([reply().then(reply), breaking()]);
    }
    await Promise.all(
      streams.map(async ({ heard }) => {
        while (heard.events.length < texts.length) await pause(10);
      }),
    );
    await pause(100);
    for (const { heard } of streams) expect(said(heard)).toEqual(texts);
  });

  it("end with the session, at once and for good", async () => {
    const person = await api.person({ permissions: ["HELP_DESK"] });
    const heard = listener();
    relays.join(person.token, headersFor(person.token), heard, undefined);
    await heard.until("ready");
    await root.post(`/users/${person.id}/block`);
    await heard.until("ended");
    const again = listener();
    relays.join(person.token, headersFor(person.token), again, heard.cursor);
    await again.until("ended");
  });
});
