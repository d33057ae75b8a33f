import puppeteer, { type Page } from "puppeteer-core";
import type { Driver, Engine } from "./visitor";

/** Firefox, spoken to by WebDriver BiDi; it needs no driver beside it. */
export async function startFirefox(program: string, scripts: boolean): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: program,
    extraPrefsFirefox: { "javascript.enabled": scripts },
  });
  return {
    visit: async () => {
      const context = await browser.createBrowserContext();
      return new Firefox(await context.newPage());
    },
    end: () => browser.close(),
  };
}

class Firefox implements Driver {
  readonly uncaught: string[] = [];

  constructor(private readonly page: Page) {
    page.on("pageerror", (error) => {
      // React 18 says so of a root that is pressed while it hydrates, and goes on hydrating it.
      if (!String(error).includes("React error #345")) this.uncaught.push(String(error));
    });
  }

  async goto(url: string): Promise<void> {
    await this.page.goto(url);
  }

  async back(): Promise<void> {
    await this.page.goBack();
  }

  read(expression: string): Promise<unknown> {
    return this.page.evaluate(expression);
  }

  async press(x: number, y: number): Promise<void> {
    await this.page.mouse.click(x, y);
  }

  async write(text: string): Promise<void> {
    if (text) await this.page.keyboard.type(text);
    else await this.page.keyboard.press("Backspace");
  }

  async phone(): Promise<void> {
    await this.page.setViewport({ width: 360, height: 740 });
  }

  async end(): Promise<void> {
    await this.page.browserContext().close();
  }
}
