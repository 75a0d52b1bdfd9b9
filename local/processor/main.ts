import { startProcessor } from './start-processor';

/** Runs the sandbox as a separate process. Prints one line when it is ready, and stops cleanly on SIGTERM. */
const names = ['PORT', 'DATA', 'SECRET_KEY', 'PUBLISHABLE_KEY', 'WEBHOOK_SECRET'] as const;
const missing = names.filter((name) => !process.env[`PROCESSOR_${name}`]);
if (missing.length > 0) {
  process.stderr.write(`The processor cannot start: set ${missing.map((name) => `PROCESSOR_${name}`).join(', ')}.\n`);
  process.exit(1);
}
const env = (name: (typeof names)[number] | 'WEBHOOK_URL' | 'DELAY_SCALE'): string =>
  process.env[`PROCESSOR_${name}`] ?? '';

const processor = await startProcessor({
  port: Number(env('PORT')),
  dataDir: env('DATA'),
  secretKey: env('SECRET_KEY'),
  publishableKey: env('PUBLISHABLE_KEY'),
  webhookSecret: env('WEBHOOK_SECRET'),
  webhookUrl: env('WEBHOOK_URL') || undefined,
  delayScale: Number(env('DELAY_SCALE') || 1),
});
process.stdout.write(`processor ready at ${processor.url}\n`);

const stop = () => {
  void processor.close().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
