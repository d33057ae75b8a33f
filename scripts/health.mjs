/** The container's health check. One image holds both services and a container runs one of them: it asks both ports. */
const ports = [process.env.PORT, process.env.VENDING_PORT];
const answers = await Promise.all(
  ports.map((port) => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)),
);
process.exit(answers.some((answer) => answer?.ok) ? 0 : 1);
