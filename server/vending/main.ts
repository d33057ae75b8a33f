import { COMMANDS } from "./commands";
import { readConfig, type Config } from "./config";
import { runService } from "./service";
import { StartError } from "./start-error";

await main(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error instanceof StartError ? error.message : error);
});
// Nothing may keep a process whose work has ended: not a query that was cut, nor the channel to the supervisor.
process.exit();

/** Without a name runs the service, with one the command of that name. */
async function main([name, ...words]: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  if (name === undefined) await runService(config);
  else await runCommand(name, words, config);
}

async function runCommand(name: string, words: readonly string[], config: Config): Promise<void> {
  const command = COMMANDS[name];
  if (!command) throw new StartError(`There is no command ${name}; there is: ${Object.keys(COMMANDS).join(", ")}`);
  console.log(await command(config, words));
}
