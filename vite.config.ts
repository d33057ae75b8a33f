import { vitePlugin as remix } from "@remix-run/dev";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import license from "rollup-plugin-license";
import { defineConfig, type Plugin } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [plainImports, vanillaExtractPlugin(), remix(remixOptions), tsconfigPaths()],
  // One small sheet for the whole product: fewer requests on slow lines, and it can be inlined whole.
  build: {
    cssCodeSplit: false,
    target: "es2020",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    minify: "terser",
    terserOptions: {
      ecma: 2020,
      module: true,
      // Notices of the packages stand in /assets/licenses.txt instead of in each file.
      format: { comments: false },
      compress: {
        passes: 3,
        pure_getters: true,
        unsafe_arrows: true,
        unsafe_methods: true,
        keep_fargs: false,
        // What the router tells its developers is of no use to who runs it.
        pure_funcs: ["warning", "warningOnce", "warnOnce", "logV6DeprecationWarnings", "console.warn"],
      },
    },
    // Seven random letters are name enough: the list of names is part of every first visit.
    rollupOptions: isSsrBuild
      ? {}
      : {
          plugins: [license({ thirdParty: { output: "build/client/assets/licenses.txt" } })],
          output: {
            manualChunks: chunkOf,
            entryFileNames: "assets/[hash:7].js",
            chunkFileNames: "assets/[hash:7].js",
          },
        },
  },
  server: { host: "127.0.0.1" },
}));

/** What comes late (app/live) needs nothing but what the page has: Vite's machinery for loading more beside it is left out. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
};

/** Few, well-filled files: twenty small ones cost a slow line more requests and compress worse. Routes stay apart. */
function chunkOf(id: string): string | undefined {
  if (id.includes("/@conform-to/")) return "forms";
  // Comes with what is alone in needing it, after the page has settled.
  if (id.includes("/eventsource-parser/")) return undefined;
  if (id.includes("/node_modules/")) return "vendor";
  if (id.includes("/app/resource/drawn-on-server")) return "frame";
  return /\/app\/(ui|frame)\/(?!.*(\.route\.|bar-chart|stat\.|progress-bar|machine-face|face-places|current-file|timeline|rows|form-layout|combobox|use-found|old-browsers|sign-in|\.server))/.test(
    id,
  )
    ? "frame"
    : undefined;
}
