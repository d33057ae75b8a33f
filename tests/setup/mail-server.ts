import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";

/** What the next mail meets; without one it is taken. */
export type Trouble =
  | { kind: "status"; at: "recipient" | "content"; status: number }
  /** The connection ends in the middle of the content. */
  | { kind: "drop" }
  /** Answers later than anybody waits. */
  | { kind: "silence" };

/** A stand-in for a mail server, which reads what it is given. */
export interface MailServer {
  url: string;
  /** Everything that was taken. */
  taken: { to: string[]; mail: ParsedMail }[];
  /** Mails that somebody began to send. */
  begun: number;
  trouble: Trouble[];
  stop(): Promise<void>;
}

/** Starts a stand-in on loopback; with a `password` it takes nothing from who lacks it. */
export async function startMailServer(password?: string): Promise<MailServer> {
  const refusal = ({ status }: { status: number }) =>
    Object.assign(new Error("refused by the test"), { responseCode: status });
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error("who are you?")),
    onMailFrom(_address, _session, done) {
      mails.begun++;
      done();
    },
    onRcptTo(_address, _session, done) {
      const [next] = mails.trouble;
      if (next?.kind !== "status" || next.at !== "recipient") return done();
      mails.trouble.shift();
      done(refusal(next));
    },
    onData(stream, session, done) {
      const next = mails.trouble.shift();
      if (next?.kind === "drop") {
        stream.once("data", () => server.connections.forEach((one) => Reflect.get(one, "_socket").destroy()));
        stream.resume();
        return;
      }
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (next?.kind === "silence") return;
        if (next) return done(refusal(next));
        void simpleParser(Buffer.concat(chunks)).then((mail) => {
          mails.taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail });
          done();
        });
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address: AddressInfo | string | null = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  const mails: MailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    taken: [],
    begun: 0,
    trouble: [],
    stop: () => new Promise((done) => server.close(() => done())),
  };
  return mails;
}
