/** Waits for what must become true, at most five seconds. */
export const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 5000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('waited five seconds in vain');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
