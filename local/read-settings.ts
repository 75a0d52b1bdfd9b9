/** What a child process is told by the supervisor. Throws naming every missing one. */
export const readSettings = <Name extends string>(...names: readonly Name[]): Readonly<Record<Name, string>> => {
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0)
    throw new Error(`This process is started by local/main.ts, which sets ${missing.join(', ')}.`);
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as Readonly<Record<Name, string>>;
};
