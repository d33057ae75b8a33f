import { readdirSync } from "node:fs";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** Imports point one way: areas → resource, report → ui → theme; app → server/web → contract ← vending. */
const BOUNDARIES = [
  boundary("app", ["server/vending"]),
  boundary("app/theme", ["app/areas", "app/resource", "app/report", "app/ui", "app/frame", "server"]),
  boundary("app/ui", ["app/areas", "app/resource", "app/report", "app/frame", "server/vending", "server/web"]),
  boundary("app/resource", ["app/areas", "server/vending"]),
  boundary("app/report", ["app/areas", "server/vending"]),
  boundary("app/frame", ["app/areas", "app/resource", "app/report", "server/vending"]),
  boundary("server/contract", ["app", "server/web", "server/vending"]),
  boundary("server/web", ["app", "server/vending"]),
  boundary("server/vending", ["app", "server/web"]),
];

/** What each area of the vending API knows of others. Where two know each other, they say so. */
const AREAS = {
  audits: ["fleet", "objects", "sales"],
  commands: ["audits", "fleet"],
  dashboard: ["fleet", "objects", "sales"],
  files: [],
  filters: [],
  fleet: ["help-desk", "objects", "sales", "settings", "terminals"],
  franchises: ["people"],
  "help-desk": ["notices", "objects", "sales"],
  keys: [],
  logistics: [],
  notices: ["session"],
  objects: ["settings"],
  people: ["help-desk", "session"],
  sales: ["objects", "settings"],
  session: ["franchises", "people", "settings"],
  settings: [],
  telemetry: ["audits", "commands", "fleet", "objects", "sales", "terminals"],
  terminals: [],
};

for (const area of readdirSync(new URL("server/vending/areas", import.meta.url)))
  if (!Object.hasOwn(AREAS, area)) throw new Error(`What may the area ${area} import? AREAS does not say.`);

/** Within the vending API: the machinery knows no area, an area those of its list, and EVA-DTS nothing but itself. */
const VENDING = [
  ...["resource", "database", "tables"].map((folder) =>
    within(folder, [{ regex: "/areas/", message: `${folder} knows no area.` }]),
  ),
  ...Object.entries(AREAS).map(([area, known]) => {
    const strange = Object.keys(AREAS).filter((other) => other !== area && !known.includes(other));
    return {
      ...within(`areas/${area}`, [
        { regex: `^(\\.\\./|.*/areas/)(${strange.join("|")})/`, message: `The area ${area} does not know this one.` },
      ]),
      // Calls are answered from wherever it is known.
      ignores: ["**/routes.ts"],
    };
  }),
  within("evadts", [{ regex: "^(?!\\./)", message: "EVA-DTS is pure: no database, no areas, nothing of Node." }]),
];

export default tseslint.config(
  { ignores: ["build/", "node_modules/", "data/", "test-results/", "playwright-report/", "public/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      // `as const` is not touched by this rule.
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      // Objects of functions are the house style; there is no `this` in them to lose.
      "@typescript-eslint/unbound-method": "off",
      // Remix throws responses.
      "@typescript-eslint/only-throw-error": "off",
      // A loader and a handler may promise without waiting for anything.
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    files: ["**/*.tsx"],
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { "react-hooks": reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ["**/*.{js,mjs}"],
    extends: [tseslint.configs.recommended],
    rules: { eqeqeq: "error", "no-undef": "off" },
  },
  ...BOUNDARIES,
  ...VENDING,
);

/** Files of `folder` may import nothing of `forbidden`, under any of the ways to write it. */
function boundary(folder, forbidden) {
  return restricted(
    folder,
    forbidden.map((target) => ({ regex: waysTo(target), message: `${folder} does not know ${target}.` })),
  );
}

/** A folder of the vending API, with what holds for all of it: a later rule replaces an earlier one. */
function within(folder, patterns) {
  const outside = ["app", "server/web"].map((target) => ({
    regex: waysTo(target),
    message: `server/vending does not know ${target}.`,
  }));
  return restricted(`server/vending/${folder}`, [...outside, ...patterns]);
}

function restricted(folder, patterns) {
  return { files: [`${folder}/**/*.{ts,tsx}`], rules: { "no-restricted-imports": ["error", { patterns }] } };
}

/** A top-level folder by its alias (`~/ui`, `~server/web`) or by a relative path that climbs to it. */
function waysTo(target) {
  const [root, ...rest] = target.split("/");
  const alias = root === "app" ? "~" : `~${root}`;
  const inner = rest.join("/");
  const relative = inner ? `\\.\\./(\\.\\./)*(${root}/)?${inner}` : `\\.\\./(\\.\\./)*${root}`;
  return `^(${alias}${inner ? `/${inner}` : ""}|${relative})(/|$)`;
}
