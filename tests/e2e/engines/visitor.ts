import { expect } from "@playwright/test";
import { z } from "zod";
import { isAwake, SITE } from "../pages";
import { ADMIN } from "../product";
import { say } from "../texts";

/**
 * What an engine must do for a visitor. Elements are found by the visitor's own expressions: without a page's scripts not every
 * driver remembers an element from one call to the next.
 */
export interface Driver {
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  /** The value of an expression in the page, also where the page's own scripts are off. */
  read(expression: string): Promise<unknown>;
  /** Presses the pointer's button at a place of the window, px. */
  press(x: number, y: number): Promise<void>;
  /** Types into what has the focus; nothing erases what is marked there. */
  write(text: string): Promise<void>;
  phone(): Promise<void>;
  /** Errors that the page's scripts did not catch, where the driver tells of them. */
  readonly uncaught: readonly string[];
  end(): Promise<void>;
}

/** An engine that has been started: each visit is a browser of its own, without cookies. */
export interface Engine {
  visit(): Promise<Driver>;
  end(): Promise<void>;
}

/** Somebody at a browser of another engine: sees texts and presses what bears them. */
export class Visitor {
  constructor(
    private readonly driver: Driver,
    readonly scripts: boolean,
  ) {}

  async open(path: string): Promise<void> {
    await this.driver.goto(path.startsWith("http") ? path : SITE + path);
    await this.awake();
  }

  /** Waits until the scripts of a page, if it has any, have taken over. */
  async awake(): Promise<void> {
    if (this.scripts) await expect.poll(() => this.asked(applied(isAwake))).toBe(true);
  }

  async signIn({ email, password } = ADMIN): Promise<void> {
    await this.open("/login");
    await this.fill("email", email);
    await this.fill("password", password);
    await this.press(say("session:login.submit"));
    await this.at("/");
  }

  /** `within`: an XPath, where a name stands more than once. */
  fill(name: string, text: string, within = ""): Promise<void> {
    return untilDone(async () => {
      await this.driver.read(applied(mark, first(within + named(name))));
      await this.driver.write(text);
    });
  }

  choose(name: string, text: string): Promise<void> {
    return untilDone(() => this.driver.read(applied(select, first(named(name)), JSON.stringify(text))));
  }

  /** Chooses a picture: no driver can where a page's scripts are off, a script of our own can. */
  async attach(name: string, picture: Buffer): Promise<void> {
    await this.driver.read(applied(attach, first(named(name)), JSON.stringify(picture.toString("base64"))));
  }

  /** Presses the first button, link or fold that bears this name. */
  press(name: string, within = ""): Promise<void> {
    return this.click(within + called(name));
  }

  /** Chooses a related record by its title, with the picker's search when it offers one. */
  async pick(name: string, to: string, title: string): Promise<void> {
    const id = `record-${name}`;
    const isTyped = () => this.count(`[id="${id}"][role=combobox]`);
    const hasMore = () => this.count(`[name=find_${to}]`);
    // Scripts make a box to type into of a list that has too many choices, a moment later.
    if (this.scripts) await expect.poll(async () => (await isTyped()) === 1 || (await hasMore()) === 0).toBe(true);
    if (await isTyped()) {
      await this.fill(id, title);
      return this.click(`//*[@id=${quoted(`${id}-list`)}]//*[@role="option"][contains(., ${quoted(title)})]`);
    }
    if (await hasMore()) {
      await this.fill(`find_${to}`, title);
      await this.click(`//button[@name="find" and @value="${to}"]`);
    }
    return this.choose(id, title);
  }

  click(xpath: string): Promise<void> {
    return untilDone(async () => {
      const { x, y } = spotSchema.parse(await this.driver.read(applied(spotOf, first(xpath))));
      await this.driver.press(x, y);
    });
  }

  back(): Promise<void> {
    return this.driver.back();
  }

  /** Without scripts what is new comes with the next page. */
  async refreshed(): Promise<void> {
    if (!this.scripts) await this.driver.goto(String(await this.driver.read("location.href")));
  }

  phone(): Promise<void> {
    return this.driver.phone();
  }

  async sees(text: string): Promise<void> {
    await expect.poll(() => this.text("body")).toContain(text);
  }

  async at(path: string | RegExp): Promise<void> {
    const where = expect.poll(() => this.where());
    await (path instanceof RegExp ? where.toMatch(path) : where.toBe(path));
    await this.awake();
  }

  async where(): Promise<string> {
    return String(await this.asked("location.pathname + location.search"));
  }

  /** What the elements say, as it is seen. */
  async text(css: string): Promise<string> {
    return String(
      await this.asked(
        `[...document.querySelectorAll(${JSON.stringify(css)})].map((one) => one.innerText).join("\\n")`,
      ),
    );
  }

  value(name: string): Promise<unknown> {
    return this.asked(`document.getElementsByName(${JSON.stringify(name)})[0].value`);
  }

  count(css: string): Promise<unknown> {
    return this.asked(`document.querySelectorAll(${JSON.stringify(css)}).length`);
  }

  /** How far the page is wider than its window. */
  tooWide(): Promise<unknown> {
    return this.asked("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }

  /** Asks the page; one that is just being left answers nothing. */
  private async asked(expression: string): Promise<unknown> {
    try {
      return await this.driver.read(expression);
    } catch {
      return undefined;
    }
  }
}

/** Pages change under the hand: what is not there yet, or has just been drawn anew, is tried again. */
const untilDone = (step: () => Promise<unknown>) => expect(step).toPass({ timeout: 30_000 });

const named = (name: string) => `//*[(@name=${quoted(name)} or @id=${quoted(name)}) and not(@type="hidden")]`;

/** XPath of the buttons, links and folds that bear a name. */
export const called = (name: string): string => {
  const said = quoted(name);
  return `//*[self::button or self::a or self::summary][normalize-space(.)=${said} or @aria-label=${said}]`;
};

/** XPath has no escapes: a text with both kinds of quotes is put together. */
const quoted = (text: string): string =>
  text.includes('"')
    ? `concat(${text
        .split('"')
        .map((part) => `"${part}"`)
        .join(`, '"', `)})`
    : `"${text}"`;

const spotSchema = z.object({ x: z.number(), y: z.number() });

// What follows runs in the page.

/** A function of ours with what it is given, as an expression. */
const applied = (work: (...given: never[]) => unknown, ...given: string[]): string =>
  `(${work.toString()})(${given.join(", ")})`;

/** The first element in sight, as an expression. */
const first = (xpath: string): string => applied(inSight, JSON.stringify(xpath));

function inSight(xpath: string): Element {
  const all = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  for (let index = 0; index < all.snapshotLength; index++) {
    const one = all.snapshotItem(index);
    if (one instanceof Element && one.checkVisibility()) return one;
  }
  throw new Error(`nothing in sight is found by ${xpath}`);
}

function mark(control: HTMLInputElement): void {
  control.focus();
  control.select();
}

/** The middle of an element; throws where another one lies over it. */
function spotOf(one: Element): { x: number; y: number } {
  one.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = one.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  if (!hit || !(one.contains(hit) || hit.contains(one))) throw new Error(`${hit?.outerHTML} lies over it`);
  return { x, y };
}

function attach(control: HTMLInputElement, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const chosen = new DataTransfer();
  chosen.items.add(new File([bytes], "photo.png", { type: "image/png" }));
  control.files = chosen.files;
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

function select(list: HTMLSelectElement, text: string): void {
  const option = [...list.options].find((one) => one.text.startsWith(text));
  if (!option) throw new Error(`${text} is not offered`);
  option.selected = true;
  list.dispatchEvent(new Event("change", { bubbles: true }));
}
