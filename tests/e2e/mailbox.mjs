/** A mail server for the browser tests: `node mailbox.mjs <SMTP port> <HTTP port>`. `GET /?to=<address>` gives the mails that came there. */
import { createServer } from "node:http";
import { SMTPServer } from "smtp-server";

const [smtpPort, httpPort] = process.argv.slice(2).map(Number);
const mails = [];

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  onData(stream, session, done) {
    const chunks = [];
    stream.on("data", (chunk) => chunks.push(chunk));
    stream.on("end", () => {
      mails.push({
        to: session.envelope.rcptTo.map(({ address }) => address),
        source: Buffer.concat(chunks).toString("latin1"),
      });
      done();
    });
  },
});
smtp.listen(smtpPort, "127.0.0.1");

createServer((request, response) => {
  const to = new URL(request.url, "http://mailbox").searchParams.get("to");
  const found = mails.filter((mail) => mail.to.includes(to)).map(({ source }) => source);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(found));
}).listen(httpPort, "127.0.0.1");

process.on("SIGTERM", () => process.exit(0));
