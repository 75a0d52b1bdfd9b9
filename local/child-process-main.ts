/** Reports `ready` for a process that the supervisor started, and calls `stop` once on SIGTERM. */
export const runAsChild = (name: string, stop: () => Promise<void>): void => {
  process.once('SIGTERM', () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`${name} did not stop cleanly:`, error);
        process.exit(1);
      },
    );
  });
  console.log(`ready ${name}`);
};
