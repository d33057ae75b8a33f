import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { gunzipSync } from "node:zlib";

/** An answer as it came over the wire. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Still compressed, when it was sent so. */
  bytes: Buffer;
}

const FORM = "application/x-www-form-urlencoded";

/** A person's browser without scripts: keeps cookies, takes gzip, keeps its connection. */
export class Browser {
  readonly #cookies: Map<string, string>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  private constructor(
    readonly site: string,
    cookies = new Map<string, string>(),
  ) {
    this.#cookies = cookies;
  }

  /** Signs in by the form and visits a page, so that this is a browser which has the style sheet already. */
  static async signedIn(site: string, { email, password }: { email: string; password: string }): Promise<Browser> {
    const browser = new Browser(site);
    await browser.send("POST", "/login", new URLSearchParams({ email, password }).toString());
    await browser.send("GET", "/");
    return browser;
  }

  /** The same person asking another server. */
  at(site: string): Browser {
    return new Browser(site, this.#cookies);
  }

  /** What it sends with every request; a form needs the last two. */
  get headers(): Record<string, string> {
    return {
      "user-agent":
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
      accept: "text/html",
      "accept-encoding": "gzip",
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      origin: this.site,
      "content-type": FORM,
    };
  }

  /** One request, its body read to the end. Throws when the answer is neither success nor a redirect. */
  async send(method: "GET" | "POST", path: string, body?: string): Promise<Answer> {
    const answer = await this.#exchange(method, path, body);
    if (answer.status < 200 || answer.status >= 400)
      throw new Error(`${method} ${path} answered ${answer.status}: ${textOf(answer).slice(0, 500)}`);
    for (const line of answer.headers["set-cookie"] ?? []) this.#keep(line);
    return answer;
  }

  #exchange(method: string, path: string, body: string | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { "content-type": type, ...headers } = this.headers;
      const outgoing = request(this.site + path, {
        method,
        agent: this.#agent,
        headers: body === undefined ? headers : { ...headers, "content-type": type },
      });
      outgoing.on("error", reject);
      outgoing.on("response", (message) => {
        const chunks: Buffer[] = [];
        message.on("data", (chunk: Buffer) => chunks.push(chunk));
        message.on("error", reject);
        message.on("end", () =>
          resolve({ status: message.statusCode ?? 0, headers: message.headers, bytes: Buffer.concat(chunks) }),
        );
      });
      outgoing.end(body);
    });
  }

  #keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (!name) return;
    if (value && !/max-age=0/i.test(line)) this.#cookies.set(name, value);
    else this.#cookies.delete(name);
  }
}

/** The text of an answer. */
export function textOf({ headers, bytes }: Answer): string {
  return (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString("utf8");
}
