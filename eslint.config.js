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
);

/** Files of `folder` may import nothing of `forbidden`, under any of the ways to write it. */
function boundary(folder, forbidden) {
  return {
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: forbidden.map((target) => ({
            regex: waysTo(target),
            message: `${folder} does not know ${target}.`,
          })),
        },
      ],
    },
  };
}

/** A top-level folder by its alias (`~/ui`, `~server/web`) or by a relative path that climbs to it. */
function waysTo(target) {
  const [root, ...rest] = target.split("/");
  const alias = root === "app" ? "~" : `~${root}`;
  const inner = rest.join("/");
  const relative = inner ? `\\.\\./(\\.\\./)*(${root}/)?${inner}` : `\\.\\./(\\.\\./)*${root}`;
  return `^(${alias}${inner ? `/${inner}` : ""}|${relative})(/|$)`;
}
