import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** What a route has, one bit each. */
const TOLD = ["index", "hasLoader", "hasAction", "hasErrorBoundary"];

/** The bit of a route whose address is its name, as it is of all but those around others and of an index. */
const NAMED = 1 << TOLD.length;

/** How the browser makes the manifest of routes from its rows: [id, row of the parent, what it has, module, ...imports]. */
const UNFOLD =
  "m.routes={};r.forEach(([i,p,h,f,...n])=>m.routes[i]={id:i,parentId:r[p]?.[0],path:h&16?i:void 0,index:!!(h&1)||void 0," +
  "hasLoader:!!(h&2),hasAction:!!(h&4),hasErrorBoundary:!!(h&8),module:a(f),imports:n.map(a)});window.__remixManifest=m";

/**
 * Writes Remix's manifest of routes, part of every first visit, as rows: what every page has anyway is left out, and
 * routes whose files say the same share one.
 */
export function lightenManifest(client) {
  const assets = `${client}/assets`;
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  const [, written] =
    /^(?:window\.__remixManifest=)({.*});?\s*$/s.exec(readFileSync(`${assets}/${name}`, "utf8")) ?? [];
  if (!written) throw new Error("the build has no manifest of routes, or writes it in another way");
  const { routes, ...manifest } = JSON.parse(written);
  const bare = (file) => {
    const [, word] = /^\/assets\/(.+)\.js$/.exec(file) ?? [];
    if (!word) throw new Error(`a route's file has another place than the others: ${file}`);
    return word;
  };
  const firstOf = new Map();
  const shared = (file) => {
    const text = readFileSync(`${client}${file}`, "utf8");
    if (!firstOf.has(text)) firstOf.set(text, file);
    return firstOf.get(text);
  };
  const all = Object.values(routes);
  const rowOf = new Map(all.map(({ id }, row) => [id, row]));
  const rows = all.map(({ id, parentId, path, module, imports = [], ...has }) => {
    const untold = Object.keys(has).filter(
      (key) => !TOLD.includes(key) && has[key] !== false && has[key]?.length !== 0,
    );
    if (path && path !== id) untold.push("path");
    if (untold.length > 0) throw new Error(`the manifest's rows do not tell of ${id}: ${untold.join()}`);
    return [
      id,
      rowOf.get(parentId) ?? -1,
      TOLD.reduce((bits, key, bit) => bits | (has[key] ? 1 << bit : 0), path ? NAMED : 0),
      bare(shared(module)),
      ...imports.filter((file) => !manifest.entry.imports.includes(file)).map(bare),
    ];
  });
  const script = `{const m=${JSON.stringify(manifest)},a=f=>"/assets/"+f+".js",r=${JSON.stringify(rows)};${UNFOLD}}`;
  writeFileSync(`${assets}/${name}`, script);
}
