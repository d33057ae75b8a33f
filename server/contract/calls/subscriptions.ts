import { z } from "zod";
import { change, read } from "../call";
import {
  claimedSchema,
  failedBody,
  linkBody,
  linkedSchema,
  receivedSchema,
  sentBody,
  subscriptionBody,
  subscriptionChange,
  subscriptionsQuery,
  subscriptionsSchema,
} from "../subscriptions";

const made = z.object({ id: z.number().int() });
const nothing = z.object({});
const own = { needs: "login", about: "the person's own subscription" } as const;

export const subscriptions = read({
  path: "/subscriptions",
  needs: "login",
  query: subscriptionsQuery,
  does: "Reports that the person gets by e-mail",
  answer: subscriptionsSchema,
});
export const allSubscriptions = read({
  path: "/subscriptions/all",
  needs: ["USER"],
  query: subscriptionsQuery,
  does: "Who gets what by e-mail, of the people in sight",
  answer: receivedSchema,
});
export const subscribe = change({
  path: "/subscriptions",
  needs: "login",
  does: "Get a report by e-mail; for who may see it. The same again goes on where it was paused",
  form: subscriptionBody,
  answer: made,
  status: 201,
  refuses: [403],
});
export const changeSubscription = change({
  ...own,
  path: "/subscriptions/{id}",
  does: "Change when an own subscription comes, for which days, and the file",
  form: subscriptionChange,
  answer: made,
  refuses: [409],
});
export const pauseSubscription = change({
  ...own,
  path: "/subscriptions/{id}/pause",
  does: "Send nothing for a while",
  answer: nothing,
});
export const resumeSubscription = change({
  ...own,
  path: "/subscriptions/{id}/resume",
  does: "Send again from the next occasion on",
  answer: nothing,
});
export const trySubscription = change({
  ...own,
  path: "/subscriptions/{id}/send",
  does: "Send one now, whatever its time",
  answer: nothing,
});
export const deleteSubscription = change({
  ...own,
  path: "/subscriptions/{id}/delete",
  does: "Unsubscribe",
  answer: nothing,
});

const another = { needs: ["USER"], about: "the subscription of a person in sight" } as const;
export const pauseAnother = change({
  ...another,
  path: "/subscriptions/all/{id}/pause",
  does: "Send nothing of another's subscription for a while; it stands in the person's history",
  answer: nothing,
});
export const resumeAnother = change({
  ...another,
  path: "/subscriptions/all/{id}/resume",
  does: "Send another's subscription again from its next occasion on; it stands in the person's history",
  answer: nothing,
});
export const endAnother = change({
  ...another,
  path: "/subscriptions/all/{id}/delete",
  does: "End another's subscription; it stands in the person's history",
  answer: nothing,
});

const link = { needs: "nothing", form: linkBody, answer: linkedSchema, refuses: [429] } as const;
export const readLink = change({ ...link, path: "/unsubscribe/look", does: "What the link of a mail is of" });
export const unsubscribe = change({ ...link, path: "/unsubscribe", does: "Unsubscribe by the link of a mail" });

const mailer = { needs: "mailer" } as const;
export const claimMails = change({
  ...mailer,
  path: "/mailer/claim",
  does: "Take a mail that is due, with a session of the person that only reads; nobody else gets it for ten minutes",
  answer: claimedSchema,
});
export const mailSent = change({
  ...mailer,
  path: "/mailer/sent",
  does: "Say that a mail went out",
  form: sentBody,
  answer: nothing,
});
export const mailFailed = change({
  ...mailer,
  path: "/mailer/failed",
  does: "Say why a mail did not go out; it is tried again later",
  form: failedBody,
  answer: nothing,
});
