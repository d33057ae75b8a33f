import { firstSteps } from "~server/contract/calls/dashboard";
import { entityNamed } from "~server/contract/entities";
import { createRequirement } from "~server/contract/entity";
import { FIRST_STEPS, type FirstStep } from "~server/contract/first-steps";
import { allowed, type Holder } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { orWithout } from "~server/web/without.server";
import type { TFunction } from "~server/web/i18n.server";

const entityOf = (step: FirstStep) => entityNamed(step);

/** Steps of a new installation that this person may do, while one of them is left. */
export async function firstStepsOf({ api, me, t }: Context) {
  if (!FIRST_STEPS.some((step) => allowed(me, createRequirement(entityOf(step))))) return null;
  return stepsFor(me, t, (await orWithout(api.read(firstSteps, {}), { left: [] })).left);
}

/** Done ones lead to what there is, those that are left to making it; the first of these is to be done next. */
export function stepsFor(me: Holder, t: TFunction, left: readonly FirstStep[]) {
  const mine = FIRST_STEPS.filter((step) => allowed(me, createRequirement(entityOf(step))));
  const next = mine.find((step) => left.includes(step));
  if (!next) return null;
  return {
    title: t("dashboard:first_steps.title"),
    text: t("dashboard:first_steps.text"),
    steps: mine.map((step) => {
      const { paths } = entityOf(step);
      const isLeft = left.includes(step);
      return {
        name: t(`dashboard:first_steps.names.${step}`),
        about: t(`dashboard:first_steps.about.${step}`),
        done: isLeft ? undefined : t("dashboard:first_steps.done"),
        href: isLeft ? paths.create : paths.list,
        isNext: step === next,
      };
    }),
  };
}
