import { describe, it, test } from "vitest";

/** A table of cases that came out empty fails its suite, which else would pass without having looked at anything. */
for (const what of [describe, it, test])
  what.each = new Proxy(what.each, {
    apply(each, self, given: unknown[]): unknown {
      if (Array.isArray(given[0]) && given[0].length === 0) throw new Error("a table of tests has no cases");
      return Reflect.apply(each, self, given);
    },
  });
