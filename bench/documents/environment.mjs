/** One environment of a function: imports its bundle once, and runs it for each line of its standard input. */
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { handler } = await import(pathToFileURL(process.argv[2] ?? '').href);
for await (const _ of createInterface({ input: process.stdin })) {
  const begun = performance.now();
  await handler({}, { functionName: 'bench', getRemainingTimeInMillis: () => 60_000 });
  process.stdout.write(`\ntook ${performance.now() - begun}\n`);
}
process.exit();
