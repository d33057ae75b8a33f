import { Hono } from "hono";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Call, read } from "~server/contract/call";
import { type Answers, openAnswers } from "~server/vending/answers";
import type { App } from "~server/vending/http";

const open = read({ path: "/open", needs: "nothing", does: "Anybody's", answer: z.object({}) });
const guarded = read({ path: "/guarded", needs: ["DEVICE"], does: "For some", answer: z.object({}) });

const nobody = () => Promise.reject(new Error("nobody of these here"));

type Answering = (answers: Answers) => void;

/** The check that an API with these calls makes at its start; `answering` says what it answers. */
function start(calls: Record<string, Call>, answering: Answering, extra: (app: App) => void = () => {}): () => void {
  const app: App = new Hono();
  extra(app);
  const answers = openAnswers(
    app,
    { pool: new pg.Pool() },
    { unitOf: nobody, partnerOf: nobody, mailSecret: undefined },
  );
  answering(answers);
  return () => answers.check(new Map(Object.entries(calls)), []);
}

const both = (answers: Answers) => {
  answers.anyone.read(open, () => ({}));
  answers.read(guarded, () => ({}));
};

describe("the API starts", () => {
  it("when each declared call has an answer under its guard, and nothing else is answered", () => {
    expect(start({ open, guarded }, both)).not.toThrow();
  });

  it("not with a route that no call declares", () => {
    expect(start({ open, guarded }, both, (app) => app.get("/back_door", (c) => c.text("")))).toThrow(
      "route GET /back_door is not declared",
    );
  });

  it("not with a call that is answered and not among the declared", () => {
    expect(start({ open }, both)).toThrow("call GET /guarded is not among the declared");
  });

  it("not with a declared call that nothing answers", () => {
    expect(start({ open, guarded }, (answers) => answers.anyone.read(open, () => ({})))).toThrow(
      "call GET /guarded has no answer",
    );
  });

  it("not with a call that is answered without its guard, or twice", () => {
    expect(() => start({}, (answers) => answers.anyone.read(guarded, () => ({})))).toThrow(
      "call /guarded is answered under another guard than it needs",
    );
    expect(() => start({}, (answers) => [both, both].forEach((answer) => answer(answers)))).toThrow("answered twice");
  });
});

it("a call about a record says whose record it is", () => {
  const of = { path: "/things/{id}", needs: "login", does: "A thing", answer: z.object({}) } as const;
  expect(() => read(of)).toThrow("whose record is {id}?");
  expect(read({ ...of, about: "the person's own thing" }).path).toBe("/things/{id}");
});
