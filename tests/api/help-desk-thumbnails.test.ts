import sharp, { type Create } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileValue } from "~server/contract/files";
import { idOf, type TestApi, testApi, type Person } from "./app";
import { said, supporter } from "./help-desk-people";
import { makeDevice, makeModel } from "./network";

let api: TestApi;
let anna: Person;
let device: number;
beforeAll(async () => {
  api = await testApi();
  anna = await supporter(api);
  const root = await api.person({ root: true });
  device = await makeDevice(root, await makeModel(root));
});
afterAll(() => api.close());

const picture = (width: number, height: number, background: Create["background"] = "#804000") =>
  sharp({ create: { width, height, channels: 4, background } });
const attach = async (content: Uint8Array | string) =>
  fileValue.parse((await anna.raw("/files?entity=ticket&field=files", content, { "x-file-name": "photo.jpg" })).data);
const look = (by: Person, id: number, headers: Record<string, string> = {}) =>
  api.app.request(`/files/${id}/thumbnail`, { headers: { Authorization: by.token, ...headers } });
const looked = async (content: Uint8Array) => {
  const answer = await look(anna, (await attach(content)).id);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

describe("a thumbnail", () => {
  it("is small, upright, and tells nothing of where the picture was taken", async () => {
    const photo = await picture(1600, 800)
      .withExif({ IFD0: { Make: "Telephone" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "50/1 27/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const thumbnail = await looked(photo);
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: "webp", width: 200, height: 400 });
    expect(await sharp(thumbnail).metadata()).not.toHaveProperty("exif");
    expect(await sharp(thumbnail).metadata()).not.toHaveProperty("orientation");
    expect(thumbnail.length).toBeLessThan(photo.length);
  });

  it("is on white, no larger than the picture, and of something that moves the beginning", async () => {
    const clear = await looked(await picture(30, 20, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer());
    expect(await sharp(clear).metadata()).toMatchObject({ width: 30, height: 20, hasAlpha: false });
    expect((await sharp(clear).raw().toBuffer()).every((value) => value > 250)).toBe(true);
    const frames = await Promise.all(
      ["#ff0000", "#0000ff"].map((colour) => picture(500, 500, colour).png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const still = await looked(moving);
    const { pages = 1, width } = await sharp(still).metadata();
    expect([pages, width]).toEqual([1, 400]);
    const [red = 0, , blue = 255] = await sharp(still).raw().toBuffer();
    expect([red > 200, blue < 50]).toEqual([true, true]);
  });

  it("goes with headers as safe as the file's, and is not sent twice", async () => {
    const file = await attach(await picture(20, 20, "#010203").png().toBuffer());
    const answer = await look(anna, file.id);
    const content = await answer.arrayBuffer();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-length": String(content.byteLength),
      "content-disposition": "inline; filename=\"photo.jpg.webp\"; filename*=UTF-8''photo.jpg.webp",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, no-cache",
      etag: `"${file.sha256}-400"`,
    });
    expect((await look(anna, file.id, { "if-none-match": `"${file.sha256}-400"` })).status).toBe(304);
    expect((await look(anna, file.id, { "if-none-match": `"${file.sha256}"` })).status).toBe(200);
  });

  it("is for those who may have the file, also when it was made already", async () => {
    const { id } = await attach(await picture(20, 20, "#112233").png().toBuffer());
    const colleague = await supporter(api);
    expect([(await look(anna, id)).status, (await look(colleague, id)).status]).toEqual([200, 404]);
    const ticket = idOf(
      await anna.post("/help_desk/tickets", {
        subject: "Не наливає",
        type: "DEVICE_PROBLEM",
        priority: "HIGH",
        device,
      }),
    );
    expect(
      (await anna.post(`/help_desk/tickets/${ticket}/entries`, said("Фото", { files: [String(id)] }))).status,
    ).toBe(201);
    expect((await look(colleague, id)).status).toBe(200);
    expect((await look(await supporter(api, { mode: "OPEN_SELECTED", devices: [] }), id)).status).toBe(404);
    expect((await look(await api.person({ permissions: ["DEVICE"] }), id)).status).toBe(403);
    expect((await api.app.request(`/files/${id}/thumbnail`)).status).toBe(401);
    expect((await look(anna, 999_999)).status).toBe(404);
  });

  it("is not made of what is broken, far too large or no image, and the file stays", async () => {
    const whole = await picture(900, 900).jpeg().toBuffer();
    const bomb = await picture(7000, 7000).png({ palette: true, compressionLevel: 9 }).toBuffer();
    const lie = await picture(10, 10).png().toBuffer();
    lie.writeUInt32BE(60_000, 16);
    lie.writeUInt32BE(60_000, 20);
    for (const content of [
      Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]),
      whole.subarray(0, whole.length / 2),
      bomb,
      lie,
      "%PDF-1.7 …",
    ]) {
      const { id } = await attach(content);
      const begun = process.cpuUsage();
      expect((await look(anna, id)).status).toBe(404);
      const { user, system } = process.cpuUsage(begun);
      expect(user + system).toBeLessThan(1_000_000);
      expect((await api.app.request(`/files/${id}`, { headers: { Authorization: anna.token } })).status).toBe(200);
    }
  });
});
