import type Mail from "nodemailer/lib/mailer";
import { ALERT_NOTICES, type AlertLetter, type AlertMail, alertPath } from "~server/contract/alerts";
import { REGIONS } from "~server/contract/enums";
import type { MailConfig } from "~server/web/config.server";
import { formatter } from "~server/web/format.server";
import { translatorFor } from "~server/web/i18n.server";
import { whereOf } from "./words.server";

/** The mail of an alert, in the language of its rule: plain text, which every telephone shows whole. */
export async function alertMail(
  { id, email, full_name, lang, letter }: AlertMail,
  { from, site }: MailConfig,
): Promise<Mail.Options> {
  const [t, format] = await Promise.all([translatorFor(lang), formatter(lang)]);
  const region = REGIONS.find((one) => one === letter.region) ?? null;
  const where = whereOf({ t }, { ...letter, region });
  const count = t(`alerts:count.${kindOf(letter)}`, { count: letter.count, shown: format.number(letter.count) });
  const rest = letter.count - letter.machines.length;
  const lines = [
    `${t(`frame:bell.${ALERT_NOTICES[letter.news]}`)}: ${letter.name}`,
    [t(`options:alert_level.${letter.level}`), t(`options:alert_cause.${letter.cause}`), where, count].join(" · "),
    "",
    ...letter.machines.map(({ label, place, since }) =>
      [label, place, t("alerts:mail.since", { at: format.dateTime(since) })].filter(Boolean).join(" · "),
    ),
    ...(rest > 0 ? [t("alerts:more", { count: rest })] : []),
    "",
    `${t("alerts:mail.open")}: ${new URL(alertPath(letter.alert), site).href}`,
    t("alerts:mail.why", { name: letter.name }),
  ];
  return {
    from,
    to: { name: full_name, address: email },
    subject: `${t(`frame:bell.${ALERT_NOTICES[letter.news]}`)}: ${letter.name} · ${where}`,
    // Mails of one alert stand together.
    messageId: `<alert-${letter.alert}-${id}@${new URL(site).hostname}>`,
    references: `<alert-${letter.alert}@${new URL(site).hostname}>`,
    text: lines.join("\n"),
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  };
}

const kindOf = ({ cause }: AlertLetter) => (cause === "desk" || cause === "payment" ? cause : "device");
