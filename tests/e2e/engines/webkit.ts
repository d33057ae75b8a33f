import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect } from "@playwright/test";
import { z } from "zod";
import { Builder, Capabilities, Key, type WebDriver } from "selenium-webdriver";
import { freePort } from "../../../scripts/lib/ports.mjs";
import type { Driver, Engine } from "./visitor";

/** WebKitGTK's own browser, spoken to by its driver. It has no mode without windows: they open on a screen that nobody sees. */
export async function startWebKit(driver: string, scripts: boolean): Promise<Engine> {
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1440x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [display] = z.tuple([z.string()]).parse(await once(createInterface({ input: screen.stdout }), "line"));
  const port = await freePort("127.0.0.1");
  const server = spawn(driver, [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: `:${display}` },
  });
  const address = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(`${address}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  return {
    visit: async () =>
      new WebKit(await new Builder().usingServer(address).withCapabilities(capabilities(scripts)).build()),
    end: async () => {
      for (const one of [server, screen]) {
        const ended = once(one, "exit");
        one.kill();
        await ended;
      }
    },
  };
}

/** The browser's switches are the settings of its engine. Without its scripts the driver still reads pages by its own. */
const capabilities = (scripts: boolean) =>
  new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { args: ["--automation", `--enable-javascript=${scripts}`] },
  });

class WebKit implements Driver {
  /** The driver tells of none. */
  readonly uncaught: readonly string[] = [];

  constructor(private readonly browser: WebDriver) {}

  goto(url: string): Promise<void> {
    return this.browser.get(url);
  }

  back(): Promise<void> {
    return this.browser.navigate().back();
  }

  read(expression: string): Promise<unknown> {
    return this.browser.executeScript(`return ${expression}`);
  }

  async press(x: number, y: number): Promise<void> {
    await this.browser
      .actions()
      .move({ x: Math.round(x), y: Math.round(y) })
      .click()
      .perform();
  }

  async write(text: string): Promise<void> {
    await this.browser
      .actions()
      .sendKeys(text.replaceAll("\n", Key.ENTER) || Key.BACK_SPACE)
      .perform();
  }

  async phone(): Promise<void> {
    await this.browser.manage().window().setRect({ width: 360, height: 740, x: 0, y: 0 });
  }

  end(): Promise<void> {
    return this.browser.quit();
  }
}
