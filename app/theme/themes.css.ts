import { assignVars, createGlobalTheme, globalStyle } from "@vanilla-extract/css";
import { color } from "./contract.css";

const light = {
  ground: "#f4f5f7",
  surface: "#fff",
  shade: "#eff1f5",
  line: "#dfe3ea",
  edge: "#848d9e",
  ink: "#1a1f2b",
  muted: "#596275",
  accent: "#2853c4",
  fill: "#2f5fd0",
  fillHover: "#244db0",
  onFill: "#fff",
  soft: "#e7edfb",
  ok: "#0f6b3c",
  okSoft: "#e0f3e8",
  warn: "#855000",
  warnSoft: "#fcefd3",
  bad: "#b1241c",
  badSoft: "#fce8e6",
  badFill: "#c1332a",
  info: "#1d5a9f",
  infoSoft: "#e2eefa",
  series1: "#2f5fd0",
  series2: "#0f9a8a",
  series3: "#dc8f22",
  series4: "#9061c9",
  shadow: "0 1px 2px rgba(20,26,40,.06),0 8px 24px rgba(20,26,40,.14)",
  veil: "rgba(20,26,40,.45)",
};

const dark = {
  ground: "#0f1218",
  surface: "#171b23",
  shade: "#1f2530",
  line: "#2b323f",
  edge: "#6f798b",
  ink: "#e6e9ef",
  muted: "#9da7b8",
  accent: "#94b4ff",
  fill: "#3a66d6",
  fillHover: "#3460cc",
  onFill: "#fff",
  soft: "#1e2b49",
  ok: "#72d49d",
  okSoft: "#12301f",
  warn: "#f0bb60",
  warnSoft: "#35270d",
  bad: "#ff9d95",
  badSoft: "#3d1a17",
  badFill: "#c1382f",
  info: "#89bff6",
  infoSoft: "#142a40",
  series1: "#6b93f5",
  series2: "#35b8a6",
  series3: "#e0a03f",
  series4: "#b08ae3",
  shadow: "0 0 0 1px #2b323f,0 8px 24px rgba(0,0,0,.5)",
  veil: "rgba(0,0,0,.6)",
};

createGlobalTheme(":root", color, light);
// Paper is light whatever the screen is.
globalStyle('[data-theme="dark"]', { "@media": { screen: { colorScheme: "dark", vars: assignVars(color, dark) } } });

globalStyle(":root", {
  colorScheme: "light",
  vars: { "--control": "32px" },
  "@media": { "(pointer: coarse)": { vars: { "--control": "40px" } } },
});
