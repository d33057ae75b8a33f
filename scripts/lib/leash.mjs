/** Loaded into the web process: ends it when the supervisor has died and could not. */
process.on("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), 10_000).unref();
});
// The channel itself must not keep the process running.
process.channel?.unref();
