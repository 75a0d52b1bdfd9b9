/** Throws when the stack did not set the variable. */
export const told = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set; lib/stacks/load-test-stack.ts sets it.`);
  return value;
};
