import { setTimeout as sleep } from "node:timers/promises";
import { stopChild } from "./children.mjs";

/** A service that ends more often than this within the window has a trouble that starting it again does not mend. */
const MAX_ENDS = 5;
const WINDOW_MS = 10 * 60_000;
const PAUSE_MS = { first: 250, longest: 10_000 };

/**
 * Keeps processes running: one that ends by itself is started again, and no other is touched. `giveUp` is called when
 * that is in vain, or when one ends before all of them were there (a wrong setting, say).
 *
 * @param {() => void} giveUp
 */
export function keepServices(giveUp) {
  const services = [];
  let restarts = false;
  let stopping = false;

  async function ended(service, reason) {
    if (stopping) return;
    const now = Date.now();
    service.ends = [...service.ends.filter((at) => now - at < WINDOW_MS), now];
    const said = `${service.child.name} ended by itself (${reason})`;
    if (!restarts || service.ends.length > MAX_ENDS) {
      console.error(restarts ? `${said} for the ${service.ends.length}th time in ten minutes: giving up.` : `${said}.`);
      return giveUp();
    }
    const pause = Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** (service.ends.length - 1));
    console.error(`${said}; it is started again in ${pause / 1_000} s.`);
    await Promise.all([service.cleanUp(), sleep(pause)]);
    if (!stopping) run(service);
  }

  function run(service) {
    service.child = service.start();
    void service.child.exited.then((reason) => ended(service, reason));
  }

  return {
    /** `start` makes the child (see children.mjs), each time anew; `cleanUp` removes what a killed one has left behind. */
    add(start, cleanUp = () => undefined) {
      const service = { start, cleanUp, ends: [], child: undefined };
      services.push(service);
      run(service);
    },
    /** All are there: from now on one that ends is started again. */
    restartFromNowOn() {
      restarts = true;
    },
    /** Ends all, the last one first. */
    async stop() {
      stopping = true;
      for (const { child, cleanUp } of [...services].reverse()) {
        await stopChild(child);
        await cleanUp();
      }
    },
    kill: () => services.forEach(({ child }) => child.process.kill("SIGKILL")),
  };
}
