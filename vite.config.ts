import { vitePlugin as remix } from "@remix-run/dev";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import { defineConfig } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [vanillaExtractPlugin(), remix(remixOptions), tsconfigPaths()],
  // One small sheet for the whole product: fewer requests on slow lines, and it can be inlined whole.
  build: {
    cssCodeSplit: false,
    target: "es2020",
    assetsInlineLimit: 0,
    minify: "terser",
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3, pure_getters: true, unsafe_arrows: true, unsafe_methods: true, keep_fargs: false } },
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
  server: { host: "127.0.0.1" },
}));

/** Few, well-filled files: twenty small ones cost a slow line more requests and compress worse. Routes stay apart. */
function chunkOf(id: string): string | undefined {
  if (id.includes("/@conform-to/")) return "forms";
  if (id.includes("/node_modules/")) return "vendor";
  if (id.includes("/app/resource/drawn-on-server")) return "frame";
  return /\/app\/(ui|frame)\/(?!.*(\.route\.|bar-chart|timeline|rows|form-layout|sign-in|\.server))/.test(id) ? "frame" : undefined;
}
