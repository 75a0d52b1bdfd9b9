import type { Finding } from './finding';

const marks = { green: '✓', red: '✗', unknown: '?' } as const;

/** The list for people: what is red comes last, where a terminal ends. */
export const report = (heading: string, findings: readonly Finding[]): string => {
  const order = ['green', 'unknown', 'red'] as const;
  const width = Math.max(...findings.map(({ about }) => about.length));
  const lines = order.flatMap((state) =>
    findings
      .filter((finding) => finding.state === state)
      .map(
        ({ about, says, mend }) =>
          `  ${marks[state]} ${about.padEnd(width)}  ${says}${mend ? `\n      → ${mend}` : ''}`,
      ),
  );
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const [red, unknown] = [count('red'), count('unknown')];
  const sum = [
    red === 0 ? 'Nothing is red' : `${red} red`,
    ...(unknown === 0 ? [] : [`${unknown} could not be asked`]),
    `${count('green')} green`,
  ];
  return `${heading}\n\n${lines.join('\n')}\n\n${sum.join(', ')}.\n`;
};
