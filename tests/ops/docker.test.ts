import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

test("dockerfilelint finds nothing in the Dockerfile", () => {
  const lint = spawnSync(
    process.execPath,
    ["node_modules/dockerfilelint/bin/dockerfilelint", "-o", "json", "Dockerfile"],
    { encoding: "utf8" },
  );
  expect(JSON.parse(lint.stdout)).toMatchObject({ totalIssues: 0 });
});

const copied = readFileSync("Dockerfile", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("COPY ") && !line.includes("--from"))
  .flatMap((line) =>
    line
      .split(" ")
      .slice(1, -1)
      .filter((word) => !word.startsWith("--")),
  );

test("what the Dockerfile copies from the project exists and is not ignored", () => {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  expect(copied.length).toBeGreaterThan(0);
  for (const name of copied) {
    expect(ignored).not.toContain(name.replace(/\/$/, ""));
    expect(existsSync(name), name).toBe(true);
  }
});

test("what the copied settings of the build import is copied too", () => {
  const needed = copied
    .filter((name) => /\.config\.\w+$/.test(name))
    .flatMap((name) => [...readFileSync(name, "utf8").matchAll(/from "\.\/([^"/]+)/g)].map(([, first]) => first));
  expect(needed.length).toBeGreaterThan(0);
  expect(copied).toEqual(expect.arrayContaining(needed));
});

test("every container is locked: nothing to write to, no rights, an end to its memory, and it comes back", () => {
  const compose: unknown = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
  const { services } = z.object({ services: z.record(z.string(), z.unknown()) }).parse(compose);
  expect(Object.keys(services)).toEqual(["web", "vending", "postgres"]);
  for (const service of Object.values(services)) {
    expect(JSON.stringify(service)).toMatch(/"mem_limit":"\d+[mg]"/);
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      restart: "unless-stopped",
    });
  }
});

test("a file of secrets is neither committed nor sent to the builder", () => {
  for (const name of [".env", ".env.local"])
    expect(spawnSync("git", ["check-ignore", "-q", name]).status, name).toBe(0);
  expect(readFileSync(".dockerignore", "utf8").split("\n")).toEqual(expect.arrayContaining([".env", ".env.*"]));
});
