import { z } from "zod";
import { day, formNumber, pageAsked, wrong } from "./query";
import { moment, refSchema } from "./record";
import { REPORTS } from "./reports";

/** Which days a mail tells of, by the day on which it is due (Europe/Kyiv); those that end do so with the day before. */
export const PERIODS = ["yesterday", "days7", "days30", "last_week", "last_month", "month"] as const;
export type Period = (typeof PERIODS)[number];
export const FREQUENCIES = ["daily", "weekly", "monthly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const FORMATS = ["xlsx", "csv"] as const;
export const MAIL_LANGUAGES = ["uk", "en", "pl"] as const;

/** Why a mail did not go out: first what the API decides at sending, then what those who send say. */
export const WITHHELD = ["blocked", "no_permission", "second_factor"] as const;
export const FAILURES = ["report", "unreachable", "sign_in", "later", "refused", "interrupted"] as const;
const TROUBLES = [...WITHHELD, ...FAILURES] as const;

/** When: on a weekday (1 Monday – 7) or a day of the month (the last one of a shorter month), at an hour of Kyiv. */
export const scheduleSchema = z.object({
  frequency: z.enum(FREQUENCIES, wrong),
  /** 0 of a daily one. */
  on_day: z.number().int(),
  hour: z.number().int(),
});
export type Schedule = z.infer<typeof scheduleSchema>;

export const subscriptionSchema = scheduleSchema.extend({
  id: z.number().int(),
  report: z.string(),
  /** Filters, cuts, comparison, order and columns in the API's notation; its days follow from the period. */
  query: z.string(),
  period: z.enum(PERIODS),
  format: z.enum(FORMATS),
  lang: z.enum(MAIL_LANGUAGES),
  paused: z.boolean(),
  next_at: z.string(),
  last_sent_at: moment,
  /** Since the last mail that went out. */
  trouble: z.enum(TROUBLES).nullable(),
  trouble_at: moment,
  /** One to try is asked for and not sent yet. */
  trying: z.boolean(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    capped: z.boolean(),
    page: z.number().int(),
    limit: z.number().int(),
  });
export const subscriptionsSchema = pageOf(subscriptionSchema);

/** Who gets what. */
export const receivedSchema = pageOf(subscriptionSchema.extend({ person: refSchema, email: z.string() }));
export type Received = z.infer<typeof receivedSchema>["items"][number];
/** What somebody else did with a subscription, in the history of its person; null: it ended. */
export const SUBSCRIPTION_CHANGE = "subscription";
export const subscriptionChanged = z.object({ report: z.string(), paused: z.boolean() }).nullable();
export const subscriptionsQuery = z.object({ page: pageAsked });

const schedule = {
  period: z.enum(PERIODS, wrong),
  frequency: z.enum(FREQUENCIES, wrong),
  weekday: formNumber(1, 7).default(1),
  month_day: formNumber(1, 31).default(1),
  hour: formNumber(0, 23),
  format: z.enum(FORMATS, wrong),
  lang: z.enum(MAIL_LANGUAGES, wrong),
};
export const subscriptionChange = z.object(schedule);
export const subscriptionBody = z.object({
  report: z.enum(
    REPORTS.map(({ name }) => name),
    wrong,
  ),
  query: z.string(wrong).max(4000, "max_length|4000").default(""),
  ...schedule,
});

/** The link of a mail by which it is unsubscribed. */
export const linkBody = z.object({ token: z.string("required").min(1, "required").max(100, "incorrect") });
/** What a link is of; null where there is no such subscription, or none any more. */
export const linkedSchema = z.object({
  subscription: scheduleSchema.extend({ report: z.string(), lang: z.enum(MAIL_LANGUAGES) }).nullable(),
});

/** A mail that is due. `token`: a session of the person that reads and does nothing else, and the name of this attempt. */
export const dueSchema = z.object({
  id: z.number().int(),
  token: z.string(),
  email: z.string(),
  full_name: z.string(),
  report: z.string(),
  query: z.string(),
  format: z.enum(FORMATS),
  lang: z.enum(MAIL_LANGUAGES),
  from: day,
  to: day,
  /** When it was due; the same in each attempt. */
  occasion: z.string(),
  unsubscribe: z.string(),
});
export type Due = z.infer<typeof dueSchema>;
export const claimedSchema = z.object({ mail: dueSchema.nullable() });
export const sentBody = z.object({ token: z.string("required") });
/** `final`: no other attempt for this occasion makes sense. */
export const failedBody = z.object({
  token: z.string("required"),
  failure: z.enum(FAILURES, wrong),
  final: z.enum(["true", "false"], wrong).default("false"),
});
