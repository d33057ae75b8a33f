import { z } from "zod";
import type { Entity } from "./entity";
import type { Requirement } from "./permissions";

/**
 * What a call needs of its caller: nothing; a unit's secret; the secret of who sends mail; a company's login and
 * password of its partner's system; a session and, besides, permissions that must all be held; or one of several such sets.
 */
export type Needs = Outsider | Requirement | { anyOf: readonly Exclude<Requirement, "login">[] };
const OUTSIDERS = ["nothing", "unit", "mailer", "partner"] as const;
type Outsider = (typeof OUTSIDERS)[number];

/** Names of the parameters in a path: of `/devices/{id}/audits/{file}` they are `id` and `file`. */
export type ParamNames<P extends string> = string extends P
  ? string
  : P extends `${string}{${infer Name}}${infer Rest}`
    ? Name | ParamNames<Rest>
    : never;

interface Common<P extends string> {
  /** Path in the vending API; every `{name}` in it is a record's id. */
  path: P;
  needs: Needs;
  /** Answered, too, to a person who must set up the second step of signing in before anything else. */
  beforeSecondStep?: true;
  /**
   * Whose record `{id}` is: of an entity, then whoever may not see that record gets 404 before anything else happens;
   * in words, where the call itself decides who may.
   */
  about?: Entity | string;
  /** The record may be a deleted one, too. */
  evenDeleted?: true;
  /** What it does, in a line of documentation. */
  does: string;
  /** Headers that it reads, and what they mean. */
  headers?: Readonly<Record<string, string>>;
  /** Statuses of refusals beyond those that follow from the declaration. */
  refuses?: readonly number[];
}

/** `GET` that answers data. */
export interface Read<P extends string = string, Q = unknown, A = unknown> extends Common<P> {
  kind: "read";
  query: z.ZodType<Q>;
  answer: z.ZodType<A>;
}
/** `POST` of a form. */
export interface Change<P extends string = string, B = unknown, A = unknown> extends Common<P> {
  kind: "change";
  form: z.ZodType<B>;
  answer: z.ZodType<A>;
  /** Status of its answer. */
  status: 200 | 201;
}
/** `POST` of bytes; `PUT` of what stands for itself, however often it is sent. */
export interface Upload<P extends string = string, Q = unknown, A = unknown> extends Common<P> {
  kind: "upload";
  method?: "PUT";
  query: z.ZodType<Q>;
  /** Media type of what is sent, and of JSON its shape. */
  type: string;
  json?: z.ZodType;
  /** Largest body, bytes. */
  most: number;
  answer: z.ZodType<A>;
  status: 200 | 201;
}
/** `GET` that answers something else than the envelope. */
export interface Download<P extends string = string> extends Common<P> {
  kind: "download";
  /** Media type of what comes. */
  type: string;
  /** Statuses of its answers. */
  statuses: readonly number[];
}

/** `GET` that answers more than fits one answer: lines of JSON (NDJSON), of one moment. The first is about all others. */
export interface Stream<P extends string = string, Q = unknown, H = unknown, L = unknown> extends Common<P> {
  kind: "stream";
  query: z.ZodType<Q>;
  head: z.ZodType<H>;
  line: z.ZodType<L>;
}

/**
 * A call of the vending API, declared once: client, server and OpenAPI read it, and the tests of permissions,
 * restrictions and hostile input run over all of them (docs/decisions/021-a-call-is-declared-once.md).
 */
export type Call = Read | Change | Upload | Download | Stream;

/** Whether a person must be signed in. */
export const wantsSession = (needs: Needs): needs is Exclude<Needs, Outsider> =>
  !OUTSIDERS.some((outsider) => outsider === needs);

export const methodOf = ({ kind, method }: Pick<Call, "kind"> & Pick<Upload, "method">): "GET" | "POST" | "PUT" =>
  kind === "change" || kind === "upload" ? (method ?? "POST") : "GET";

/** The names of a path's parameters, in order. */
export const paramNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Of an entity, when `{id}` is a record that must be in sight. */
export const entityOf = ({ about }: Pick<Call, "about">): Entity | undefined =>
  typeof about === "object" ? about : undefined;

export const nothing = z.object({});
export type Nothing = z.infer<typeof nothing>;

type Without<C, Names extends PropertyKey> = Omit<C, "kind" | Names>;
type Status = { status?: 200 | 201 };

/** Declares a `GET` that answers data. */
export function read<P extends string, Q, A>(declared: Without<Read<P, Q, A>, never>): Read<P, Q, A>;
export function read<P extends string, A>(declared: Without<Read<P, Nothing, A>, "query">): Read<P, Nothing, A>;
export function read(declared: Without<Read, "query"> & Partial<Read>): Read {
  return checked({ query: nothing, ...declared, kind: "read" });
}

/** Declares a `POST` of a form; without one, of nothing. */
export function change<P extends string, B, A>(declared: Without<Change<P, B, A>, "status"> & Status): Change<P, B, A>;
export function change<P extends string, A>(
  declared: Without<Change<P, Nothing, A>, "form" | "status"> & Status,
): Change<P, Nothing, A>;
export function change(declared: Without<Change, "form" | "status"> & Partial<Change>): Change {
  return checked({ form: nothing, status: 200, ...declared, kind: "change" });
}

/** Declares a `POST` of bytes. */
export function upload<P extends string, Q, A>(declared: Without<Upload<P, Q, A>, "status"> & Status): Upload<P, Q, A>;
export function upload<P extends string, A>(
  declared: Without<Upload<P, Nothing, A>, "query" | "status"> & Status,
): Upload<P, Nothing, A>;
export function upload(declared: Without<Upload, "query" | "status"> & Partial<Upload>): Upload {
  return checked({ query: nothing, status: 201, ...declared, kind: "upload" });
}

/** Declares a `GET` of a file, or of anything else without the envelope. */
export function download<P extends string>(declared: Omit<Download<P>, "kind">): Download<P> {
  return checked({ ...declared, kind: "download" });
}

/** Declares a `GET` of lines of JSON. */
export function stream<P extends string, Q, H, L>(declared: Omit<Stream<P, Q, H, L>, "kind">): Stream<P, Q, H, L> {
  return checked({ ...declared, kind: "stream" });
}

/** A call about a record says whose it is: there is no default that could be forgotten. */
function checked<C extends Call>(call: C): C {
  const isGuarded = wantsSession(call.needs);
  if (isGuarded && paramNames(call.path).includes("id") !== (call.about !== undefined))
    throw new Error(`call ${call.path}: whose record is {id}?`);
  return call;
}

/** A record's id in a path, as a browser's address or an answer has it. */
export type Id = string | number;
