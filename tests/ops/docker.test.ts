import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("dockerfilelint finds nothing in the Dockerfile", () => {
  const lint = spawnSync(
    process.execPath,
    ["node_modules/dockerfilelint/bin/dockerfilelint", "-o", "json", "Dockerfile"],
    { encoding: "utf8" },
  );
  expect(JSON.parse(lint.stdout)).toMatchObject({ totalIssues: 0 });
});

test("what the Dockerfile copies from the project exists and is not ignored", () => {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  const copied = readFileSync("Dockerfile", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("COPY ") && !line.includes("--from"))
    .flatMap((line) =>
      line
        .split(" ")
        .slice(1, -1)
        .filter((word) => !word.startsWith("--")),
    );
  expect(copied.length).toBeGreaterThan(0);
  for (const name of copied) {
    expect(ignored).not.toContain(name.replace(/\/$/, ""));
    expect(existsSync(name), name).toBe(true);
  }
});
