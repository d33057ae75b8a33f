import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressed } from "~server/web/compressed.server";

const PAGE = `<!DOCTYPE html><p>${"Кава, 9 напоїв. ".repeat(5_000)}</p>`;

async function answerTo(accepted: string | undefined, page = PAGE) {
  const headers = new Headers();
  const request = new Request("http://localhost/", { headers: accepted ? { "accept-encoding": accepted } : {} });
  const body = await compressed(request, page, headers);
  return { body, said: headers.get("content-encoding") };
}

describe("a page on its way", () => {
  it.each(["br", "gzip, deflate, br, zstd", "gzip;q=1.0, br;q=0.1"])(
    "comes whole to who takes Brotli: %s",
    async (accepted) => {
      const { body, said } = await answerTo(accepted);
      expect(said).toBe("br");
      expect(body.length).toBeLessThan(PAGE.length / 20);
      expect(typeof body !== "string" && brotliDecompressSync(body).toString()).toBe(PAGE);
    },
  );

  it.each([undefined, "gzip", "br;q=0, gzip", "identity", ";;q=", "*"])(
    "comes as it is to others: %s",
    async (accepted) => {
      expect(await answerTo(accepted)).toEqual({ body: PAGE, said: null });
    },
  );

  it("comes as it is when it is short, and whole when no window is larger", async () => {
    expect(await answerTo("br", "<p>short</p>")).toEqual({ body: "<p>short</p>", said: null });
    const large = Array.from({ length: 1_200_000 }, (_, index) => index.toString(36)).join(" ");
    const { body } = await answerTo("br", large);
    expect(typeof body !== "string" && brotliDecompressSync(body).toString() === large).toBe(true);
  });
});
