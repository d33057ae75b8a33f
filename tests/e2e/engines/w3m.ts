import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";

/** Told which keys to read, w3m takes its commands by name: where they stand by themselves is each user's own. */
const KEYS = "keymap : COMMAND\n";
const SETTINGS = { use_cookie: 1, accept_cookie: 1, display_charset: "UTF-8", accept_language: "uk", confirm_qq: 0 };

/**
 * Somebody at a text browser. It is pressed by keys, in a terminal that `script` gives it, and does one after another what they
 * say; what it shows it writes down itself, so that nobody has to understand a terminal.
 */
export class TextBrowser {
  private pages = 0;

  private constructor(
    private readonly folder: string,
    private readonly terminal: ChildProcess,
  ) {}

  /** `folder`: an empty one, for the browser's home and for what it writes down. */
  static start(program: string, folder: string, url: string): TextBrowser {
    mkdirSync(path.join(folder, ".w3m"), { recursive: true });
    writeFileSync(path.join(folder, ".w3m/keymap"), KEYS);
    const settings = Object.entries(SETTINGS).map(([name, value]) => `${name} ${value}\n`);
    writeFileSync(path.join(folder, ".w3m/config"), settings.join(""));
    const terminal = spawn("script", ["-qfec", `stty rows 60 cols 200 && exec ${program} ${url}`, "/dev/null"], {
      env: { ...process.env, HOME: folder, TERM: "xterm", LANG: "C.UTF-8", http_proxy: "", HTTP_PROXY: "" },
      stdio: ["pipe", "ignore", "ignore"],
    });
    return new TextBrowser(folder, terminal);
  }

  open(url: string): void {
    this.command(`GOTO ${url}`);
  }

  /** Fills the field that stands after its label, or before a button. */
  fill(text: string, where: { after: string } | { before: string }): void {
    if ("after" in where) this.find(`${where.after}\\[`, "NEXT_LINK");
    else this.find(where.before, "PREV_LINK");
    this.keys(`\r${text}\r`);
  }

  /** Presses what bears a name; the last of those on the page, or the first. */
  press(name: string, which: "first" | "last" = "last"): void {
    if (which === "first") this.find(name);
    else {
      this.command("END");
      this.command(`SEARCH_BACK ${name}`);
    }
    this.keys("\r");
  }

  async sees(...texts: string[]): Promise<void> {
    const shown = await this.page();
    for (const text of texts) expect(shown).toContain(text);
  }

  async end(): Promise<void> {
    if (this.terminal.exitCode !== null) return;
    const ended = once(this.terminal, "exit");
    this.command("EXIT");
    await ended;
  }

  /** The whole page, as it is shown when everything has been done that was asked for. */
  private async page(): Promise<string> {
    const [file, done] = [++this.pages, ++this.pages].map((nth) => path.join(this.folder, `page-${nth}.txt`));
    // The second is begun when the first is written.
    this.command(`SAVE_SCREEN ${file}`);
    this.command(`SAVE_SCREEN ${done}`);
    await expect.poll(() => existsSync(done ?? "")).toBe(true);
    // Names are broken into lines where they must.
    return readFileSync(file ?? "", "utf8").replaceAll(/\s+/g, " ");
  }

  private find(text: string, ...then: string[]): void {
    for (const command of ["BEGIN", `SEARCH ${text}`, ...then]) this.command(command);
  }

  private command(command: string): void {
    this.keys(`:${command}\r`);
  }

  private keys(keys: string): void {
    this.terminal.stdin?.write(keys);
  }
}
