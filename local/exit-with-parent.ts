/**
 * Loaded into every process that the supervisor starts: ends it as SIGTERM does when the supervisor is gone. This also
 * works when the supervisor was killed, because its end of our standard input then closes.
 */
const stopDeadlineMs = 45_000;

process.stdin.on('error', () => undefined);
process.stdin.once('close', () => {
  setTimeout(() => process.exit(1), stopDeadlineMs).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.stdin.resume();
