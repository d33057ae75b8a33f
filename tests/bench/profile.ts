import { z } from "zod";
import type { Run } from "../ops/product";
import { inspecting } from "./inspector";

/** CPU time, in any unit: of matching an address with routes, of drawing the page, and of everything but waiting. */
export interface Shares {
  matching: number;
  rendering: number;
  total: number;
}

const nodeSchema = z.object({
  id: z.number(),
  callFrame: z.object({ functionName: z.string(), url: z.string() }),
  children: z.array(z.number()).optional(),
});
const profileSchema = z.object({
  nodes: z.array(nodeSchema),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
type Profile = z.infer<typeof profileSchema>;
type Frame = z.infer<typeof nodeSchema>["callFrame"];

const SAMPLE_US = 250;

/** Where a process of the product spends its CPU while `work` runs. */
export function sharesDuring(work: () => Promise<unknown>, pid: number, product: Run): Promise<Shares> {
  return inspecting(pid, product, async (inspector) => {
    await inspector.call("Profiler.enable");
    await inspector.call("Profiler.setSamplingInterval", { interval: SAMPLE_US });
    await inspector.call("Profiler.start");
    await work();
    return sharesIn(z.object({ profile: profileSchema }).parse(await inspector.call("Profiler.stop")).profile);
  });
}

const isMatching = ({ functionName, url }: Frame) =>
  functionName.startsWith("match") && /@remix-run\/(router|server-runtime)/.test(url);
const isRendering = ({ url }: Frame) => url.includes("/react-dom/");

/** Everything called by a function counts as its own, but matching inside of rendering counts as matching. */
function sharesIn({ nodes, samples, timeDeltas }: Profile): Shares {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const own = new Map<number, number>();
  samples.forEach((id, index) => own.set(id, (own.get(id) ?? 0) + (timeDeltas[index] ?? 0)));
  const shares: Shares = { matching: 0, rendering: 0, total: 0 };
  const add = (id: number, inside?: "matching" | "rendering"): void => {
    const node = byId.get(id);
    if (!node || ["(idle)", "(program)"].includes(node.callFrame.functionName)) return;
    const part =
      inside === "matching" || isMatching(node.callFrame)
        ? "matching"
        : (inside ?? (isRendering(node.callFrame) ? "rendering" : undefined));
    const time = own.get(id) ?? 0;
    shares.total += time;
    if (part) shares[part] += time;
    node.children?.forEach((child) => add(child, part));
  };
  if (nodes[0]) add(nodes[0].id);
  return shares;
}
