/** Where the browser tests' own copy of the product is, and who signs in there; two checkouts may test at once. */
// Below the ports that a system gives to connections: one of those may have it for a while.
export const WEB_PORT = Number(process.env.TEST_WEB_PORT ?? 23_100);
export const VENDING_PORT = WEB_PORT + 1;
/** A mail server that keeps what it gets, and where what came can be read: `GET /?to=address`. */
export const SMTP_PORT = WEB_PORT + 2;
export const MAILBOX_PORT = WEB_PORT + 3;
export const ADMIN = { email: "admin@example.com", password: "correct-horse-battery" };

/** How a browser is started; without a file of its own, the one that Playwright knows. */
export const launch = (file: string | undefined) => ({
  ...(file ? { executablePath: file } : {}),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
