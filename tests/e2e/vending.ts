import { envelopeSchema } from "~server/contract/envelope";
import { fileValue } from "~server/contract/files";
import { writtenAnswer } from "~server/contract/record";
import { loginData } from "~server/contract/session";
import { ADMIN, VENDING_PORT } from "./product";

/** A form of the vending API: bracket names for nested rows, a list for a repeated name. */
export type Values = Record<string, string | number | readonly (string | number)[]>;

/** The vending API of the product under test, as one signed-in user. */
export interface Api {
  get(path: string): Promise<unknown>;
  post(path: string, values?: Values): Promise<unknown>;
  create(path: string, values: Values): Promise<number>;
  /** Uploads a file for a field of an entity; answers what a record refers to it by. */
  upload(entity: string, field: string, content: Uint8Array<ArrayBuffer>): Promise<number>;
  /** Hands in an audit file of a machine. */
  audit(device: number, file: string | Uint8Array<ArrayBuffer>): Promise<void>;
}

interface Init {
  method?: "POST";
  headers?: Record<string, string>;
  body?: BodyInit;
}

const address = `http://127.0.0.1:${VENDING_PORT}`;

async function call(path: string, { headers, ...init }: Init): Promise<unknown> {
  // On a busy machine a connection that was kept may be closed just as it is taken.
  const asked = { ...init, headers: { ...headers, connection: "close" } };
  const answer = envelopeSchema.parse(await (await fetch(address + path, asked)).json());
  if (!answer.result) throw new Error(`${path}: ${answer.error} ${JSON.stringify(answer.fields ?? "")}`);
  return answer.data;
}

function formOf(values: Values): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) for (const one of [value].flat()) form.append(name, String(one));
  return form;
}

export async function signedInApi({ email, password } = ADMIN): Promise<Api> {
  const { token } = loginData.parse(await call("/login", { method: "POST", body: formOf({ email, password }) }));
  const headers = { authorization: token };
  const post = (path: string, values: Values = {}) => call(path, { method: "POST", headers, body: formOf(values) });
  return {
    get: (path) => call(path, { headers }),
    post,
    create: async (path, values) => writtenAnswer.parse(await post(path, values)).id,
    upload: async (entity, field, content) =>
      fileValue.parse(
        await call(`/files?entity=${entity}&field=${field}`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/octet-stream", "x-file-name": "image.bin" },
          body: content,
        }),
      ).id,
    audit: async (device, file) =>
      void (await call(`/devices/${device}/audits`, {
        method: "POST",
        headers: { ...headers, "content-type": "text/plain" },
        body: file,
      })),
  };
}

let made = 0;
/** A word nobody else uses, so that tests do not meet each other's records. */
export const unique = (): string =>
  `${Date.now().toString(36)}${process.pid.toString(36)}${(made++).toString(36)}`.slice(-12);

let numbered = 0;
/** A number nobody else uses, neither here nor in another worker of the run: recipes may not share theirs. */
export const uniqueNumber = (): number => 10_000 + Number(process.env.TEST_WORKER_INDEX ?? 0) * 1_000 + numbered++;

export const PASSWORD = "long enough to pass";
export interface Person {
  id: number;
  email: string;
  password: string;
  name: string;
}

/** A user with these permission codes, through a group of its own. `devices` and `projects` limit what is seen to these; `sportLife` opens the sports-club features. */
export async function makePerson(
  api: Api,
  permissions: readonly string[],
  {
    devices = [],
    projects = [],
    franchise,
    sportLife = false,
    responsible = false,
  }: {
    devices?: number[];
    projects?: number[];
    franchise?: number;
    sportLife?: boolean;
    /** For tickets of the help desk. */
    responsible?: boolean;
  } = {},
): Promise<Person> {
  const name = `Людина ${unique()}`;
  const email = `${unique()}@example.com`;
  const group = await api.create("/users_groups", {
    name: `Група ${unique()}`,
    permissions,
    access_mode: "UNRESTRICTED",
  });
  const access: Values =
    devices.length || projects.length
      ? { access_mode: "OPEN_SELECTED", access_devices: devices, access_projects: projects }
      : { access_mode: "UNRESTRICTED" };
  const id = await api.create("/users", {
    full_name: name,
    email,
    password: PASSWORD,
    role: "USUAL",
    user_group: group,
    ...(franchise ? { franchise } : {}),
    ...(sportLife ? { sport_life: "on" } : {}),
    ...(responsible ? { help_desk_responsible: "on" } : {}),
    ...access,
  });
  return { id, email, password: PASSWORD, name };
}
