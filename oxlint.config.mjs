import { readdirSync } from "node:fs";

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
  alerts: ["fleet", "help-desk", "notices", "payments", "session"],
  audits: ["books", "fiscal", "fleet", "objects", "sales"],
  books: ["sales"],
  commands: ["audits", "fleet"],
  costs: [],
  currencies: ["audits", "books", "fiscal", "sales"],
  dashboard: ["fiscal", "fleet", "help-desk", "needs", "objects", "plans", "sales"],
  files: [],
  filters: ["reports"],
  fiscal: ["settings"],
  fleet: ["help-desk", "needs", "objects", "sales", "settings", "terminals"],
  franchises: ["people"],
  "help-desk": ["fiscal", "notices", "objects", "sales"],
  "key-clients": ["reports", "sales"],
  keys: ["sales", "sport-life"],
  logistics: ["needs"],
  needs: ["fleet", "objects", "sales"],
  notices: ["session"],
  objects: ["audits", "currencies", "settings"],
  payments: ["help-desk", "sales", "settings"],
  people: ["help-desk", "session"],
  plans: ["reports", "sales"],
  prices: ["audits", "sales"],
  refunds: ["fiscal", "keys", "payments", "sales", "settings"],
  reports: ["fleet", "franchises", "royalty", "sales", "settings"],
  "route-sheets": ["files", "fleet", "logistics", "needs", "settings"],
  royalty: ["franchises", "sales"],
  sales: ["books", "fiscal", "objects", "settings"],
  search: [],
  session: ["franchises", "people", "settings"],
  settings: [],
  "sport-life": ["session"],
  subscriptions: ["people", "reports", "sales", "session"],
  telemetry: ["audits", "books", "commands", "fiscal", "fleet", "keys", "objects", "payments", "sales", "terminals"],
  terminals: ["fiscal", "sales"],
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
      excludeFiles: ["**/routes.ts"],
    };
  }),
  within("evadts", [{ regex: "^([^.]|\\.[^/])", message: "EVA-DTS is pure: no database, no areas, nothing of Node." }]),
];

/** What the help of types finds; scripts that run as they are written have none. */
const STRICT_TYPES = {
  ...errors(
    "ban-ts-comment",
    "consistent-type-imports",
    "no-empty-object-type",
    "no-explicit-any",
    "no-misused-promises",
    "no-namespace",
    "no-non-null-assertion",
    "no-require-imports",
    "no-unsafe-argument",
    "no-unsafe-assignment",
    "no-unsafe-call",
    "no-unsafe-enum-comparison",
    "no-unsafe-function-type",
    "no-unsafe-member-access",
    "no-unsafe-return",
    "prefer-promise-reject-errors",
    "restrict-plus-operands",
  ),
  // `as const` is not touched by this rule.
  "typescript/consistent-type-assertions": ["error", { assertionStyle: "never" }],
  "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
};

export default {
  plugins: ["typescript", "react", "jsx-a11y", "unicorn", "oxc"],
  ignorePatterns: ["build/", "node_modules/", "data/", "test-results/", "playwright-report/", "public/"],
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  categories: { correctness: "error" },
  rules: {
    eqeqeq: "error",
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
    // Objects of functions are the house style; there is no `this` in them to lose.
    "typescript/unbound-method": "off",
    // Texts sort by code unit and are split by code point where that is meant.
    "typescript/require-array-sort-compare": "off",
    "typescript/no-misused-spread": "off",
    // `() => void fail()` says that nobody waits for it, whatever `fail` gives.
    "typescript/no-meaningless-void-operator": "off",
    // A set that changes while it is walked is copied first.
    "unicorn/no-useless-spread": "off",
    // What the browser kept is known only after the first drawing.
    "react/set-state-in-effect": "off",
    // For the compiler of React, which is not used.
    "react/preserve-manual-memoization": "off",
    // Playwright's fixtures begin with one.
    "no-empty-pattern": "off",
    // NUL and its neighbours are what hostile input is made of.
    "no-control-regex": "off",
    // axe looks at names and roles in the real page.
    "jsx-a11y/control-has-associated-label": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    // The roles that make a list a choice.
    "jsx-a11y/no-noninteractive-element-to-interactive-role": ["error", { ul: ["listbox"], li: ["option"] }],
  },
  overrides: [{ files: ["**/*.{ts,tsx}"], rules: STRICT_TYPES }, ...BOUNDARIES, ...VENDING],
};

function errors(...rules) {
  return Object.fromEntries(rules.map((rule) => [`typescript/${rule}`, "error"]));
}

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
