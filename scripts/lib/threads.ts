import { build, type Plugin } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";

const MARK = "?thread";

/** `import code from "./x?thread"` is that module with all it needs, as text for a worker thread: the same in a build and in tests. */
export const threads: Plugin = {
  name: "threads",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith(MARK)) return;
    const built = await build({
      configFile: false,
      logLevel: "error",
      plugins: [tsconfigPaths()],
      ssr: { noExternal: true },
      build: {
        write: false,
        ssr: id.slice(0, -MARK.length),
        target: "node20",
        rollupOptions: { output: { format: "cjs", inlineDynamicImports: true } },
      },
    });
    const [bundle] = [built].flat();
    const chunk = bundle && "output" in bundle ? bundle.output[0] : undefined;
    if (!chunk) throw new Error(`${id} was not built`);
    for (const file of chunk.moduleIds) this.addWatchFile(file);
    return `export default ${JSON.stringify(chunk.code)};`;
  },
};
