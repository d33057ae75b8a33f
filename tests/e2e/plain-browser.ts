import { type APIRequestContext, expect } from "@playwright/test";
import { JSDOM } from "jsdom";
import { SITE } from "./pages";

/** One window for all pages: making one costs more than reading a page. */
const {
  DOMParser,
  FormData: FormEntries,
  HTMLInputElement: Input,
  HTMLSelectElement: Select,
  HTMLTextAreaElement: Area,
} = new JSDOM("", { url: SITE }).window;
const parser = new DOMParser();

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Entry = [name: string, value: string | File];

/**
 * A browser without scripts: reads what is served and sends what a browser would send by the rules of HTML (jsdom's
 * entry list: successful controls, hidden inputs, the pressed button). Remembers where it was and what was pressed.
 */
export class PlainBrowser {
  readonly pressed = new Set<string>();
  /** Paths of pages and of what was sent. */
  readonly visited = new Set<string>();

  constructor(private readonly request: APIRequestContext) {}

  async open(path: string): Promise<PlainPage> {
    const answer = await this.request.get(SITE + path, { headers: { accept: "text/html" } });
    this.visited.add(new URL(answer.url()).pathname);
    return new PlainPage(answer.url(), answer.status(), await answer.text());
  }

  /** Sends the form of a button. Expects no refusal, unless it is the one named. */
  async press(page: PlainPage, button: HTMLButtonElement, refusal?: string): Promise<PlainPage> {
    const name = pressOf(page, button);
    const { form } = button;
    if (!form) throw new Error(`${page.path}: a button without a form: ${button.outerHTML}`);
    if (!form.noValidate && !button.formNoValidate) expect(page.invalid(form), `${name}: not sent`).toEqual([]);
    const next = await this.send(page, form, button);
    // Pages that are only passed through are not read: reading one costs as much as serving it.
    if (refusal !== undefined) expect(next.complaint, name).toContain(refusal);
    else if (next.status >= 400) throw new Error(`${name}: ${next.status} ${next.complaint}`);
    this.pressed.add(name);
    this.visited.add(aimOf(page, button).action.pathname);
    return next;
  }

  private async send(page: PlainPage, form: HTMLFormElement, button: HTMLButtonElement): Promise<PlainPage> {
    const { action, method, enctype } = aimOf(page, button);
    const entries = page.entries(form, button);
    if (method === "GET") {
      action.search = urlencoded(entries).toString();
      return this.open(action.pathname + action.search);
    }
    const body = new Response(enctype === "multipart/form-data" ? formData(entries) : urlencoded(entries));
    const answer = await this.request.post(action.href, {
      data: Buffer.from(await body.arrayBuffer()),
      headers: { accept: "text/html", origin: SITE, "content-type": body.headers.get("content-type") ?? "" },
    });
    return new PlainPage(answer.url(), answer.status(), await answer.text());
  }
}

/** A page as a browser without scripts has it. */
export class PlainPage {
  /** Path and query, after redirects. */
  readonly path: string;
  private readonly chosen = new Map<Element, File[]>();
  private parsed: Document | undefined;

  constructor(
    readonly address: string,
    readonly status: number,
    readonly html: string,
  ) {
    const { pathname, search } = new URL(address);
    this.path = pathname + search;
  }

  get document(): Document {
    return (this.parsed ??= parser.parseFromString(contentOf(this.html), "text/html"));
  }

  /** A control by its name. */
  control(name: string): Control {
    const [found] = this.controls(this.document.getElementsByName(name));
    if (!found) throw new Error(`${this.path} has no control ${name}`);
    return found;
  }

  /** A checkbox or a radio button by its name and value. */
  box(name: string, value: string): HTMLInputElement {
    const found = this.boxes(name).find((one) => one.value === value);
    if (!found) throw new Error(`${this.path} has no choice ${name} of ${value}`);
    return found;
  }

  boxes(name: string): HTMLInputElement[] {
    return [...this.document.getElementsByName(name)]
      .filter((one) => one instanceof Input)
      .filter(({ type }) => type === "checkbox" || type === "radio");
  }

  private controls(among: Iterable<Element>): Control[] {
    return [...among].filter((one) => one instanceof Input || one instanceof Select || one instanceof Area);
  }

  /** What a select offers, without its empty choice. */
  options(name: string): string[] {
    return [...this.control(name).querySelectorAll("option")].map(({ value }) => value).filter(Boolean);
  }

  /** Chooses files for an input, which a document cannot hold. */
  choose(name: string, ...files: File[]): void {
    const input = this.control(name);
    input.removeAttribute("required");
    this.chosen.set(input, files);
  }

  /** The button that saves, or another one by its name and value, in any form or in a certain one. */
  button(name = "", value?: string, form?: HTMLFormElement | null): HTMLButtonElement {
    const found = this.buttons().find(
      (one) =>
        one.name === name &&
        (value === undefined || one.value === value) &&
        (form === undefined || one.form === form) &&
        aimOf(this, one).method === "POST",
    );
    if (!found) throw new Error(`${this.path}: no button ${name} ${value ?? ""}`);
    return found;
  }

  /** Buttons that send a form, hidden ones too: Enter presses them. */
  buttons(): HTMLButtonElement[] {
    return [...this.document.getElementsByTagName("button")].filter(
      (one) => one.type === "submit" && one.form && !one.disabled,
    );
  }

  /** Names of what would keep a browser from sending a form. */
  invalid(form: HTMLFormElement): string[] {
    return this.controls(form.elements).flatMap((one) => (one.checkValidity() ? [] : one.name));
  }

  /** What the page says went wrong. */
  get complaint(): string {
    const texts = [...this.document.querySelectorAll("[role=alert], h1, [id$=-error]")];
    return texts.map((one) => one.textContent.trim()).join(" | ");
  }

  /** What a form sends, by its own document's rules. */
  entries(form: HTMLFormElement, button: HTMLButtonElement): Entry[] {
    const entries: Entry[] = [];
    new FormEntries(form, button).forEach((value, name) => {
      if (typeof value === "string") entries.push([name, value.replace(/\r?\n/g, "\r\n")]);
    });
    for (const input of form.querySelectorAll<HTMLInputElement>("input[type=file]"))
      for (const file of this.chosen.get(input) ?? [new File([], "", { type: "application/octet-stream" })])
        entries.push([input.name, file]);
    return entries;
  }
}

/** What is between the frame's header and footer, which are the same on every page; reading them each time would cost most. */
const contentOf = (html: string): string => /<main[^]*<\/main>/.exec(html)?.[0] ?? html;

/** Where a button sends its form, and how. */
function aimOf(page: PlainPage, button: HTMLButtonElement) {
  const of = (name: string) => button.getAttribute(`form${name}`) ?? button.form?.getAttribute(name) ?? undefined;
  return {
    action: new URL(of("action") ?? page.path, SITE + page.path),
    method: (of("method") ?? "get").toUpperCase(),
    enctype: of("enctype"),
  };
}

/**
 * What pressing a button comes to: method, address and the button itself, without what differs from record to record.
 * The hidden button that Enter presses does what the visible one does.
 */
export function pressOf(page: PlainPage, button: HTMLButtonElement): string {
  const { action, method } = aimOf(page, button);
  const kind = action.searchParams.get("kind");
  const named = button.name && button.name !== "enter" ? ` ${button.name}=${button.value}` : "";
  return generalOf(`${method} ${action.pathname}${kind ? `?kind=${kind}` : ""}${named}`);
}

/** An address, or what is pressed there, without the numbers of records. */
export const generalOf = (text: string): string =>
  text
    .replace(/[\da-f]{8}-[\da-f-]{27}/g, "*")
    .replace(/\d+/g, "*")
    .replace(/(saved_filters|subscriptions\/new)\/\w+/, "$1/*");

function formData(entries: readonly Entry[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

const urlencoded = (entries: readonly Entry[]) =>
  new URLSearchParams(entries.map(([name, value]) => [name, typeof value === "string" ? value : value.name]));
