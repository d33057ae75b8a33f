/**
 * Keeps one part of a loader's answer out of the page's hydration data when the answer is for a document: the part is
 * drawn there already, and plain links and forms need no second copy (a list of 50 machines: 13 KB of gzip).
 * The answer to a script's own request carries everything. Browsers ask for documents with `Accept: text/html`.
 */
export function drawnOnServer<M extends object, K extends keyof M>(
  request: Request,
  model: M,
  part: K,
): Omit<M, K> & { [P in K]?: M[P] } {
  if (request.headers.get("Accept")?.includes("text/html")) Object.defineProperty(model, part, { enumerable: false });
  return model;
}
