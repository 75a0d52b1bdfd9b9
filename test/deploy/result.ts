import type { Resource } from '../../local/emulator/cloud';
import type { Played } from '../../local/emulator/start-emulator';

/** Types of resources with their number; where another service stands in for one, the reason. */
export const resourceTable = (resources: readonly Resource[], { resources: why }: Played): string => {
  const counts = new Map<string, number>();
  for (const { type } of resources) counts.set(type, (counts.get(type) ?? 0) + 1);
  const rows = [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([type, count]) => `| ${type} | ${count} | ${why[type] ?? ''} |`);
  return ['| type | number | played by a stand-in, because |', '|---|---|---|', ...rows].join('\n');
};

/** What the emulator itself leaves out. It is known and not replaced, because nothing here depends on it. */
const leftAsItIs = [
  'batches of a queue hold 10 messages at most, and nobody waits for a batch to fill; one batch of a FIFO queue at a time',
  'an invocation through an alias names the version, not the alias, as its ARN',
  'a batch of messages loses the traces that its messages carry',
  'generated secrets may hold punctuation although the template excludes it',
  'schedules, alarms, firewall, flow logs, networks and permissions are written down and do nothing',
  'mail is written down and not sent; no news of it comes back',
  'functions run on the Node of this machine, not on Lambda’s',
];

export const resultPage = (
  resources: readonly Resource[],
  played: Played,
  run: { readonly date: string; readonly command: string; readonly lines: readonly string[] },
): string => `# The app, deployed into an AWS that is played on this machine

\`${run.command}\`, ${run.date}.

${run.lines.map((line) => `- ${line}`).join('\n')}

## Resources

${resourceTable(resources, played)}

## Where the emulator is made to behave like AWS

${Object.entries(played.behaviour)
  .map(([what, why]) => `- ${what}: ${why}`)
  .join('\n')}
- CloudFront: the emulator's keeps nothing and adds no viewer; the local gateway stands before the deployed bucket and the deployed API, by the same table as the distribution, and adds the origin header that the deployed distribution holds

## Where it does not

${leftAsItIs.map((line) => `- ${line}`).join('\n')}
`;
