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

export default defineConfig({
  plugins: [vanillaExtractPlugin(), remix(remixOptions), tsconfigPaths()],
  // One small sheet for the whole product: fewer requests on slow lines, and it can be inlined whole.
  build: { cssCodeSplit: false, target: "es2020", assetsInlineLimit: 0 },
  server: { host: "127.0.0.1" },
});
