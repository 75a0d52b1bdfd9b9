/**
 * Loaded before every process the supervisor starts: ends it as SIGTERM would when the supervisor is gone, even when
 * that was killed, because its end of our standard input closes then.
 */
const patienceMs = 45_000;

process.stdin.on('error', () => undefined);
process.stdin.once('close', () => {
  setTimeout(() => process.exit(1), patienceMs).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.stdin.resume();
