import { defineConfig } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import { threads } from "./scripts/lib/threads";

/** Bundles the vending API service. Runs after `remix vite:build`, which empties `build/`. */
export default defineConfig({
  plugins: [tsconfigPaths(), threads],
  build: {
    ssr: true,
    target: "node20",
    outDir: "build/vending",
    emptyOutDir: true,
    copyPublicDir: false,
    rollupOptions: {
      input: {
        main: "server/vending/main.ts",
        simulate: "server/vending/simulator/main.ts",
        "stand-in": "server/vending/stand-ins/main.ts",
      },
    },
  },
});
