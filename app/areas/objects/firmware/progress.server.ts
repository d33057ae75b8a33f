import { COMMAND_STATES } from "~server/contract/commands";
import type { Context } from "~server/web/guard.server";
import type { Tone } from "~/ui/tone";

interface Counted {
  total: number;
  states: readonly { state: (typeof COMMAND_STATES)[number]; count: number }[];
}

/** How many machines a rollout has come to: a share and every state in words. */
export function progressOf({ t, format }: Pick<Context, "t" | "format">, { total, states }: Counted) {
  const of = (state: string) => states.find((one) => one.state === state)?.count ?? 0;
  const tone: Tone = of("failed") ? "warn" : of("done") === total ? "ok" : "info";
  return {
    progress: {
      share: total ? of("done") / total : 0,
      tone,
      text: t("device:rollout.done", { done: format.number(of("done")), total: format.number(total) }),
      label: COMMAND_STATES.filter((state) => of(state))
        .map((state) => `${t(`options:command_state.${state}`)} ${format.number(of(state))}`)
        .join(", "),
    },
    isOpen: of("queued") + of("sent") > 0,
  };
}
