import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { z } from "zod";
import { callsOf } from "~server/contract/calls/entities";
import { qrBatchState } from "~server/contract/calls/qr-batches";
import { qrBatch } from "~server/contract/entities/qr_batches";
import { qrCode } from "~server/contract/entities/qr_codes";
import { QR_STATES } from "~server/contract/enums";
import { pageQuery, sensible } from "~server/contract/query";
import { type Page, refSchema } from "~server/contract/record";
import { SCAN_RESULTS } from "~server/contract/telemetry-events";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { listHref } from "~/resource/list-query.server";
import { paginationOf } from "~/resource/pagination.server";
import { qrPath } from "./qr.server";
import { Sheet } from "./sheet";

/** Codes drawn at once: ten sheets of A4. */
const SHEET = 240;

/** Loader of what a code looks like, and of the sheet of a batch with what became of its codes. */
export const sheetLoader = protectedLoader(requirementAt("view"), async (context) => {
  const model = tabAt(context, "sheet") === qrBatch ? await batchSheet(context) : await codeSheet(context);
  const html = renderToStaticMarkup(createElement(Sheet, { model }));
  return drawnOnServer(context.request, { html }, "html");
});

interface Model {
  batch?: Batch;
  labels: Label[];
  hint: string;
  pagination?: ReturnType<typeof paginationOf>;
}
export type SheetModel = Model;

async function codeSheet(context: Context): Promise<Model> {
  const { api, params, t } = context;
  const record = await api.read(callsOf(qrCode).read, { id: params.id });
  return { labels: [labelOf(context, record)], hint: t("qr:hint.code") };
}

async function batchSheet(context: Context): Promise<Model> {
  const { api, params, url, t } = context;
  const { page } = sensible(pageQuery, url.searchParams);
  const none: Page = { items: [], total: 0, capped: false, page: 1, limit: 1 };
  const asked = new URLSearchParams([
    ["batch", params.id ?? ""],
    ["sort", "created_at"],
    ["page", String(page)],
    ["limit", String(SHEET)],
  ]);
  const [state, codes] = await Promise.all([
    api.read(qrBatchState, { id: params.id }),
    api.readOr(none, callsOf(qrCode).list, {}, asked),
  ]);
  return {
    batch: batchModel(context, state),
    labels: codes.items.map((record) => labelOf(context, record)),
    hint: t("qr:hint.batch"),
    pagination: codes.total > SHEET ? paginationOf(context, codes) : undefined,
  };
}

/** What became of the codes of a batch, and where they are listed and written to files. */
function batchModel({ params, t, format }: Context, { states, outcomes }: z.infer<(typeof qrBatchState)["answer"]>) {
  const batch = params.id ?? "";
  const file = new URLSearchParams({ format: "csv", scope: "all", sort: "created_at", batch });
  return {
    states: QR_STATES.map((state) => ({
      label: t(`options:qr_state.${state}`),
      value: format.number(states[state] ?? 0),
      href: listHref(qrCode, new URLSearchParams({ batch, state })),
    })),
    outcomes: {
      title: t("qr:outcomes"),
      columns: [
        { key: "result", label: t("qr:outcome") },
        { key: "count", label: t("qr:scans"), align: "end" as const },
      ],
      rows: SCAN_RESULTS.filter((result) => outcomes[result]).map((result) => ({
        id: result,
        cells: [{ text: t(`device:scan.${result}`) }, { text: format.number(outcomes[result] ?? 0) }],
      })),
    },
    links: [
      { href: listHref(qrCode, new URLSearchParams({ batch })), label: t("qr:list") },
      { href: `/export/qr_code?${file}`, label: t("qr:file") },
    ],
  };
}
export type Batch = ReturnType<typeof batchModel>;

const printed = z.object({
  code: z.string(),
  state: z.enum(QR_STATES),
  batch: refSchema.nullable(),
  recipe: refSchema.nullable(),
  device: refSchema.nullable(),
  amount: z.number().nullable(),
  expires_on: z.string().nullable(),
});

/** A code as it is printed: what it is, what for, until when; one that can be used no more without its picture. */
function labelOf({ t, format }: Context, record: unknown) {
  const { code, state, batch, recipe, device, amount, expires_on } = printed.parse(record);
  return {
    code,
    shown: code.replace(/(.{4})(?=.)/g, "$1\u2009"),
    qr: state === "NOT_USED" ? qrPath(code) : undefined,
    state: t(`options:qr_state.${state}`),
    lines: [
      batch?.label,
      recipe?.label,
      amount !== null && t("qr:up_to", { amount: format.money(amount) }),
      device && t("qr:at", { machine: device.label }),
      expires_on && t("qr:until", { day: format.date(`${expires_on}T12:00:00Z`) }),
    ].filter((line) => typeof line === "string"),
  };
}
export type Label = ReturnType<typeof labelOf>;
