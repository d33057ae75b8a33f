import { parentPort } from "node:worker_threads";
import { JOBS, type Jobs } from "./jobs";

/** What the thread is asked: a job by its name. */
export type Asked = { [Name in keyof Jobs]: { id: number; name: Name; input: Parameters<Jobs[Name]>[0] } }[keyof Jobs];

parentPort?.on("message", (asked: Asked) => {
  parentPort?.postMessage({ id: asked.id, ...outcome(asked) });
});

function outcome(asked: Asked): { output: unknown } | { error: string } {
  try {
    return { output: work(asked) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function work(asked: Asked): unknown {
  switch (asked.name) {
    case "read":
      return JOBS.read(asked.input);
    case "arrange":
      return JOBS.arrange(asked.input);
    case "derive":
      return JOBS.derive(asked.input);
    case "reconcile":
      return JOBS.reconcile(asked.input);
  }
}
