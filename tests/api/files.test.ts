import { afterAll, describe, expect, it } from "vitest";
import { fileValue } from "~server/contract/files";
import { historySchema } from "~server/contract/record";
import { idOf, testApi, type Person } from "./app";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const png = (size = 100) => Uint8Array.from({ length: size }, (_, i) => PNG[i] ?? i % 251);
const upload = (
  person: Person,
  field: "company.logo" | "firmware.image",
  content: string | Uint8Array,
  name = field === "firmware.image" ? "box.bin" : "logo.png",
) => {
  const [entity = "", of = ""] = field.split(".");
  return person.raw(`/files?entity=${entity}&field=${of}`, content, { "x-file-name": encodeURIComponent(name) });
};
const uploaded = async (person: Person, ...rest: [Parameters<typeof upload>[1], string | Uint8Array, string?]) =>
  fileValue.parse((await upload(person, ...rest)).data);
const download = (person: Person, id: number, headers: Record<string, string> = {}) =>
  api.app.request(`/files/${id}`, { headers: { Authorization: person.token, ...headers } });
const files = async () =>
  (await api.pool.query<{ id: number }>("select id from files order by id")).rows.map((row) => row.id);

/** A program image, as large as one must be. */
const imageOf = (text: string) => text.padEnd(1024, ".");

let serial = 0;
const company = async (logo?: number) =>
  idOf(await root.post("/companies", { name: `Компанія ${++serial}`, ...(logo ? { logo } : {}) }));
/** What the newest entry of a company's history says of its logo. */
const lastChange = async (id: number) =>
  historySchema
    .parse((await root.get(`/companies/${id}/history`)).data)
    .items[0]?.changes.find((change) => change.field === "logo");
const firmware = (image: number, over = {}) =>
  root.post("/firmwares", {
    name: `Прошивка ${++serial}`,
    release: "1.0.3",
    type: "TELEMETRY",
    image,
    active: "on",
    ...over,
  });

describe("an upload", () => {
  it("ends for today where a person has sent what one may send in a day; others go on", async () => {
    const [busy, other] = [await api.person({ root: true }), await api.person({ root: true })];
    const { id } = await uploaded(busy, "company.logo", png());
    const weigh = (size: string, age: string) =>
      api.pool.query(`update files set size = ${size}, created_at = now() - interval '${age}' where id = $1`, [id]);
    await weigh("500 * 1024 * 1024 - 150", "23 hours");
    const atOnce = await Promise.all(Array.from({ length: 8 }, () => upload(busy, "company.logo", png())));
    expect(atOnce.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await upload(busy, "company.logo", png())).toMatchObject({ status: 422, error: "upload_quota" });
    expect((await upload(other, "company.logo", png())).status).toBe(201);
    await weigh("500 * 1024 * 1024 - 150", "25 hours");
    expect((await upload(busy, "company.logo", png())).status).toBe(201);
  });

  it("is judged by its content, not by its name", async () => {
    expect((await upload(root, "company.logo", png(), "logo.svg")).data).toMatchObject({
      label: "logo.svg",
      size: 100,
      type: "image/png",
    });
    expect(await upload(root, "company.logo", "<svg onload=alert(1)>", "logo.png")).toMatchObject({
      status: 422,
      error: "file_type",
    });
    expect(await upload(root, "company.logo", Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]))).toMatchObject({
      status: 201,
      data: { type: "image/jpeg" },
    });
    expect(await upload(root, "company.logo", "RIFF0000WEBPVP8 ")).toMatchObject({
      status: 201,
      data: { type: "image/webp" },
    });
    expect(await upload(root, "company.logo", "RIFF0000AVI LIST")).toMatchObject({ status: 422 });
  });

  it("is judged by its name and its size where no content tells what it is", async () => {
    expect(await upload(root, "firmware.image", imageOf("anything at all"))).toMatchObject({
      status: 201,
      data: { type: "application/octet-stream" },
    });
    expect((await upload(root, "firmware.image", imageOf(":10000000"), "BOX-3.0.HEX")).status).toBe(201);
    for (const name of ["notes.txt", "box", "box.bin.exe"])
      expect(await upload(root, "firmware.image", imageOf("hello"), name)).toMatchObject({
        status: 422,
        error: "file_type",
      });
    expect(await upload(root, "firmware.image", imageOf("").slice(1))).toMatchObject({
      status: 422,
      error: "file_too_small",
    });
  });

  it("keeps to the size of its field", async () => {
    expect((await upload(root, "company.logo", png(512 * 1024))).status).toBe(201);
    expect(await upload(root, "company.logo", png(512 * 1024 + 1))).toMatchObject({ status: 413, error: "too_large" });
    expect((await upload(root, "firmware.image", new Uint8Array(8 * 1024 * 1024))).status).toBe(201);
    expect((await upload(root, "firmware.image", new Uint8Array(8 * 1024 * 1024 + 1))).status).toBe(413);
    expect(await upload(root, "company.logo", "")).toMatchObject({ status: 400, error: "empty_file" });
  });

  it("needs a field that takes files, and its permission", async () => {
    expect((await root.raw("/files?entity=company&field=name", "x")).status).toBe(404);
    expect((await root.raw("/files?entity=nothing&field=logo", "x")).status).toBe(404);
    expect((await upload(await api.person({ permissions: ["FIRMWARE"] }), "company.logo", png())).status).toBe(403);
  });

  it("keeps no path and no control signs of its name", async () => {
    expect((await uploaded(root, "company.logo", png(), "C:\\My\u0007 logos\\кава.png")).label).toBe("кава.png");
  });
});

describe("a record's file", () => {
  it("is read with the record and told by name in its history", async () => {
    const file = await uploaded(root, "company.logo", png(), "кава.png");
    const id = await company(file.id);
    expect((await root.get(`/companies/${id}`)).data).toMatchObject({ logo: file });
    expect(await lastChange(id)).toMatchObject({ before: null, after: file });
  });

  it("is downloaded with headers that let it run nothing, and not twice", async () => {
    const file = await uploaded(root, "company.logo", png(300), 'кава "1".png');
    await company(file.id);
    const answer = await download(root, file.id);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(png(300));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": "300",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      etag: `"${file.sha256}"`,
      "content-disposition": `inline; filename="____ _1_.png"; filename*=UTF-8''${encodeURIComponent('кава "1".png')}`,
    });
    expect((await download(root, file.id, { "if-none-match": `"${file.sha256}"` })).status).toBe(304);
    const image = await uploaded(root, "firmware.image", imageOf("firmware"), "box.bin");
    expect((await download(root, image.id)).headers.get("content-disposition")).toMatch(
      /^attachment; filename="box.bin"/,
    );
  });

  it("is for those who may see the record; before that, for its uploader", async () => {
    const [editor, other] = [
      await api.person({ permissions: ["COMPANY"] }),
      await api.person({ permissions: ["COMPANY"] }),
    ];
    const file = await uploaded(editor, "company.logo", png());
    expect((await download(editor, file.id)).status).toBe(200);
    expect((await download(other, file.id)).status).toBe(404);
    expect((await other.post("/companies", { name: "Чужий файл", logo: file.id })).fields).toEqual({
      logo: [{ key: "incorrect" }],
    });
    expect((await editor.post("/companies", { name: `Свій файл ${++serial}`, logo: file.id })).status).toBe(201);
    expect((await download(other, file.id)).status).toBe(200);
    expect((await download(await api.person({ permissions: ["FIRMWARE"] }), file.id)).status).toBe(403);
    expect((await download(root, 999_999)).status).toBe(404);
  });

  it("belongs to one record and to the field it was uploaded for", async () => {
    const logo = await uploaded(root, "company.logo", png());
    await company(logo.id);
    expect((await root.post("/companies", { name: "Другий", logo: logo.id })).fields).toEqual({
      logo: [{ key: "incorrect" }],
    });
    expect((await firmware(logo.id)).fields).toEqual({ image: [{ key: "incorrect" }] });
    const image = await uploaded(root, "firmware.image", imageOf("secret firmware"));
    expect((await root.post("/companies", { name: "Третій", logo: image.id })).fields).toEqual({
      logo: [{ key: "incorrect" }],
    });
  });

  it("stays when the record is saved again, is gone when replaced or removed, and waits with a deleted one", async () => {
    const [first, second] = [
      await uploaded(root, "company.logo", png()),
      await uploaded(root, "company.logo", png(), "друге.png"),
    ];
    const id = await company(first.id);
    const name = `Компанія ${serial}`;
    const save = (version: number, values: Record<string, string | number>) =>
      root.post(`/companies/${id}`, { name, version, ...values });
    expect((await save(1, { logo: first.id, note: "без змін файлу" })).data).toEqual({ id, version: 2 });
    expect(await files()).toContain(first.id);
    expect((await save(2, { logo: second.id })).data).toEqual({ id, version: 3 });
    expect(await files()).not.toContain(first.id);
    expect(await lastChange(id)).toMatchObject({ before: first, after: second });
    expect((await save(3, {})).data).toEqual({ id, version: 4 });
    expect(await files()).not.toContain(second.id);
    const third = await uploaded(root, "company.logo", png());
    await save(4, { logo: third.id });
    await root.post(`/companies/${id}/delete`);
    expect(await files()).toContain(third.id);
  });

  it("is left alone by a save that fails", async () => {
    const file = await uploaded(root, "company.logo", png());
    const id = await company(file.id);
    expect((await root.post(`/companies/${id}`, { name: "", version: 1 })).status).toBe(422);
    expect((await root.post(`/companies/${id}`, { name: "Пізно", version: 7 })).status).toBe(409);
    expect(await files()).toContain(file.id);
  });

  it("is removed after a day when no record took it", async () => {
    const [kept, unused, fresh] = [
      await uploaded(root, "company.logo", png()),
      await uploaded(root, "company.logo", png()),
      await uploaded(root, "company.logo", png()),
    ];
    await company(kept.id);
    await api.pool.query("update files set created_at = now() - interval '25 hours' where id = any($1)", [
      [kept.id, unused.id],
    ]);
    await uploaded(root, "firmware.image", imageOf("the next upload cleans up"));
    const left = await files();
    expect(left).toContain(kept.id);
    expect(left).toContain(fresh.id);
    expect(left).not.toContain(unused.id);
  });
});

describe("firmware", () => {
  it("needs an image, and tells its size and its checksum", async () => {
    expect((await root.post("/firmwares", { name: "Без образу", release: "1", type: "PAX" })).fields).toEqual({
      image: [{ key: "required" }],
    });
    const image = await uploaded(root, "firmware.image", imageOf("firmware image"), "box.bin");
    const id = idOf(await firmware(image.id));
    expect((await root.get(`/firmwares/${id}`)).data).toMatchObject({
      image,
      size: 1024,
      sha256: image.sha256,
      active: true,
      type: "TELEMETRY",
    });
    expect((await root.get(`/firmwares?sort=-size&q=${image.sha256.slice(0, 12)}`)).data).toMatchObject({
      total: 1,
      items: [{ id, image: { label: "box.bin" } }],
    });
    expect((await root.get("/firmwares?sort=image")).status).toBe(200);
  });

  it("has each version once", async () => {
    await firmware((await uploaded(root, "firmware.image", imageOf("a"))).id, { name: "Одна" });
    expect(
      (await firmware((await uploaded(root, "firmware.image", imageOf("b"))).id, { name: "Одна" })).fields,
    ).toEqual({ release: [{ key: "taken" }] });
  });
});
