import type Mail from "nodemailer/lib/mailer";
import type { Due } from "~server/contract/subscriptions";
import type { MailConfig } from "~server/web/config.server";
import type { BarChartData } from "~/ui/bar-chart-data";
import { reportFile } from "../export.server";
import { CHART_CID, letterHtml, letterText } from "./letter.server";
import { addressOf, contextOf, letterModel, reportOf } from "./letter-model.server";
import { chartPicture } from "./picture.server";

/** Largest file that goes along, bytes: mail servers take 20 to 25 MB, and a mail writes three bytes as four. */
const MOST_BYTES = 12 * 1024 * 1024;

/** The mail of a report that is due, drawn as the person may see it now. Throws a Response where the report cannot be read. */
export async function letterMail(due: Due, { from, site }: MailConfig): Promise<Mail.Options> {
  const url = addressOf(due, site);
  const context = await contextOf(due, url);
  const model = await letterModel(context, due, site);
  const [picture, file] = [
    await pictureOf(model.chart),
    await attached(await reportFile(context, reportOf(due), due.format), fileName(due)),
  ];
  const note = file ? undefined : context.t("subscriptions:mail.too_large");
  return {
    from,
    to: { name: due.full_name, address: due.email },
    subject: model.subject,
    messageId: messageId(due, site),
    html: letterHtml(model, picture !== undefined, note),
    text: letterText(model, note),
    attachments: [
      ...(picture
        ? [{ content: picture, contentType: "image/png", cid: CHART_CID, contentDisposition: "inline" as const }]
        : []),
      ...(file ? [file] : []),
    ],
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      "List-Unsubscribe": { prepared: true, value: `<${model.unsubscribe.href}>` },
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** The same for each attempt at the same occasion: a mail that comes twice is known as one. */
const messageId = ({ id, occasion }: Due, site: string) =>
  `<report-${id}-${Date.parse(occasion)}@${new URL(site).hostname}>`;

const fileName = ({ report, from, to, format }: Due) => `${report}-${from === to ? from : `${from}--${to}`}.${format}`;

/** A mail without its picture is better than none. */
async function pictureOf(chart: BarChartData | undefined): Promise<Buffer | undefined> {
  try {
    return chart && (await chartPicture(chart));
  } catch (error) {
    console.error("mail: the chart cannot be drawn", error);
    return undefined;
  }
}

/** A file of a report; undefined when it is too large for a mail. */
async function attached({ body, headers }: Response, filename: string): Promise<Mail.Attachment | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > MOST_BYTES) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(part.value);
  }
  return { filename, content: Buffer.concat(chunks), contentType: headers.get("Content-Type") ?? undefined };
}
