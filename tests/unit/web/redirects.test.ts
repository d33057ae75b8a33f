import { expect, it } from "vitest";
import { loginPath, safeRedirect } from "~server/web/redirects.server";

it.each([
  "/",
  "/devices?page=2&q=%D0%BA",
  "/user/view/5#history",
  "/a//b",
  "/%2F%2Fevil.example",
  "/%5Cevil.example",
  "/login?redirect=%2F%2Fevil",
])("keeps %s, a path of this site", (path) => expect(safeRedirect(path)).toBe(path));

it.each([
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  "https://evil.example",
  "http:evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "evil.example",
  "devices",
  " /devices",
  "/..//evil.example",
  "/./%2e//evil.example",
  "/a/../..//evil.example",
  "",
  null,
  undefined,
  5,
  new File([], "x"),
])("sends %s home", (target) => expect(safeRedirect(target)).toBe("/"));

it("falls back to what it is told", () => expect(safeRedirect("//evil.example", "/profile")).toBe("/profile"));

it("carries the intended full path to the sign-in form", () => {
  expect(loginPath(new Request("http://web.test/devices?page=2&q=a b"))).toBe(
    "/login?redirect=%2Fdevices%3Fpage%3D2%26q%3Da%2520b",
  );
  expect(loginPath(new Request("http://web.test/"))).toBe("/login?redirect=%2F");
});
