import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { viewPath } from "~server/contract/entity";
import { ticket } from "~server/contract/entities/tickets";
import { expect, open, signIn, test } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";

const widthOf = (image: Locator) =>
  image.evaluate((one) => (one instanceof HTMLImageElement && one.complete ? one.naturalWidth : -1));

test("a photo is looked at in small, and what cannot be looked at is a link as ever", async ({
  page,
  context,
  api,
}) => {
  const photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: "#3060a0" } })
    .jpeg()
    .toBuffer();
  const broken = photo.subarray(0, photo.length / 2);
  const files = [
    await api.upload("ticket", "files", Uint8Array.from(photo)),
    await api.upload("ticket", "files", Uint8Array.from(broken)),
  ];
  const { id } = await makeRecord(api, "ticket", {
    type: "GENERAL",
    device: (await makeRecord(api, "device")).id,
    files,
  });
  await signIn(context);
  await open(page, viewPath(ticket, id));
  const links = page.locator("#opening a");
  for (const [index, [width, content]] of (
    [
      [400, photo],
      [0, broken],
    ] as const
  ).entries()) {
    const link = links.nth(index);
    await link.scrollIntoViewIfNeeded();
    await expect.poll(() => widthOf(link.locator("img"))).toBe(width);
    expect(await link.locator("span").boundingBox()).toMatchObject({ width: 180, height: 120 });
    await expect(link.locator("svg")).toBeVisible();
    const answer = await context.request.get((await link.getAttribute("href")) ?? "");
    expect([answer.headers()["content-type"], await answer.body()]).toEqual(["image/jpeg", Buffer.from(content)]);
  }
  const look = await context.request.get(`/files/${files[0]}?thumbnail`);
  expect(look.headers()).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, no-store",
  });
  expect((await context.request.get(`/files/${files[1]}?thumbnail`)).status()).toBe(404);

  await page.locator("#files").setInputFiles([{ name: "схема.jpg", mimeType: "image/jpeg", buffer: photo }]);
  await page.getByRole("button", { name: say("help-desk:reply.attach"), exact: true }).click();
  const draft = page
    .getByRole("link", { name: /схема\.jpg/ })
    .locator("..")
    .locator("img");
  await expect.poll(() => widthOf(draft)).toBe(400);
});
