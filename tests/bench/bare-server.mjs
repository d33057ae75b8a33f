/** The bare server: answers every request with the same bytes. Its parent sends them and hears the port. */
import { createServer } from "node:http";
import { createGzip, gzipSync } from "node:zlib";

process.once("message", ({ status, headers, body }) => {
  const isCompressed = headers["content-encoding"] === "gzip";
  const ready = isCompressed ? gzipSync(body) : body;
  const server = createServer((request, response) => {
    // A form is read before it is answered.
    request.resume().once("end", () => {
      response.writeHead(status, headers);
      if (isCompressed && request.url.startsWith("/gzip/")) createGzip().end(body).pipe(response);
      else response.end(ready);
    });
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
});
process.once("disconnect", () => process.exit());
