/** The environment variables that the supervisor sets for a child process. Throws with the names of missing ones. */
export const readSettings = <Name extends string>(...names: readonly Name[]): Readonly<Record<Name, string>> => {
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0)
    throw new Error(`This process is started by local/main.ts, which sets ${missing.join(', ')}.`);
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as Readonly<Record<Name, string>>;
};
