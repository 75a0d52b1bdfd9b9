export interface Measured {
  readonly name: string;
  readonly kilobytes: number;
  /** Time to import the bundle in a new process. */
  readonly milliseconds: number;
}

/** Above these limits somebody should check what the function bundles. */
export const limits = { kilobytes: 1024, milliseconds: 250 } as const;

const flag = (value: number, limit: number) => `${value.toFixed(0)}${value > limit ? ' ⚠' : ''}`;

/** The committed result: a table, and how it was made. */
export const report = (
  measured: readonly Measured[],
  made: { date: string; node: string; rounds: number },
): string => `# Bundles

Made by \`npm run bundles\` on ${made.date}, Node ${made.node}. Cold import: the median of ${made.rounds} new processes on the machine
that ran it, which other work may have slowed. ⚠ marks more than ${limits.kilobytes} KB or ${limits.milliseconds} ms.

| function | bundle, KB | cold import, ms |
|---|---:|---:|
${measured.map(({ name, kilobytes, milliseconds }) => `| ${name} | ${flag(kilobytes, limits.kilobytes)} | ${flag(milliseconds, limits.milliseconds)} |`).join('\n')}
`;
