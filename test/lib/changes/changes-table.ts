import type { VariantName } from '../support/variants';
import type { Change } from './changes';

export const changesPage = 'docs/changes-of-configuration.md';

interface Row {
  /** The change of the environment's file. */
  readonly says: string;
  readonly from: VariantName;
  readonly to: VariantName;
  readonly verdict: 'one deployment' | 'refused';
  /** The change of `test/deploy/changes.ts` that the emulator executes. Without one, only the templates are compared. */
  readonly rehearsed?: string;
  /** What to know, or what to do instead. */
  readonly note: string;
}

/** Every change of a setting, each by two environments that differ in it. */
export const changes: readonly Row[] = [
  {
    says: '`mail` is added',
    from: 'lean',
    to: 'lean with mail',
    verdict: 'one deployment',
    rehearsed: 'another mail domain comes',
    note: 'Mail that waited is sent.',
  },
  {
    says: '`mail` is removed',
    from: 'lean with mail',
    to: 'lean',
    verdict: 'one deployment',
    rehearsed: 'the mail domain goes',
    note: 'Mail waits in its queue, for up to fourteen days.',
  },
  {
    says: '`mail.domain` changes',
    from: 'lean with mail',
    to: 'lean with another mail domain',
    verdict: 'one deployment',
    rehearsed: 'the mail domain changes',
    note: 'Mail waits until SES has verified the new domain, for about a day. Then it is among the dead letters.',
  },
  {
    says: '`site` and `api` are added',
    from: 'lean',
    to: 'lean with domains',
    verdict: 'one deployment',
    rehearsed: 'the other address of the API is closed',
    note: 'The records of both domains come first.',
  },
  {
    says: '`site` and `api` are removed',
    from: 'production with domains',
    to: 'production',
    verdict: 'one deployment',
    rehearsed: 'both domains are given up',
    note: 'Links in mails that were sent lead to the old domain.',
  },
  {
    says: '`alarms.notify` changes',
    from: 'lean with mail',
    to: 'lean with other alarms',
    verdict: 'one deployment',
    rehearsed: 'alarms get another address, and the web ACL goes',
    note: 'Confirm the mail that SNS sends to the new address.',
  },
  {
    says: '`webAcl` is added',
    from: 'production',
    to: 'production with a firewall',
    verdict: 'one deployment',
    rehearsed: 'alarms get an address, and CloudFront a web ACL',
    note: 'Our own web ACL goes.',
  },
  {
    says: '`crowd` changes',
    from: 'production',
    to: 'production with a small crowd',
    verdict: 'one deployment',
    rehearsed: 'the crowd grows',
    note: 'Reserved environments and the API’s throttle follow.',
  },
  {
    says: '`account`, `region` and `zones` are written down',
    from: 'lean',
    to: 'lean in its zones',
    verdict: 'one deployment',
    rehearsed: 'account, region and zones are written down',
    note: 'They must be those that it has; `aws ec2 describe-subnets` shows the zones.',
  },
  {
    says: '`zones` change',
    from: 'lean in its zones',
    to: 'lean in other zones',
    verdict: 'refused',
    note: 'Make a second environment and move to it.',
  },
  {
    says: '`name` changes',
    from: 'lean',
    to: 'lean with another name',
    verdict: 'one deployment',
    note: 'It is another system beside the first, without its data.',
  },
  {
    says: '`profile` becomes `production`, `caches` name what there is',
    from: 'lean with mail',
    to: 'production with lean caches',
    verdict: 'one deployment',
    rehearsed: 'the profile lean becomes production',
    note: 'See “From lean to production”.',
  },
  {
    says: '`profile` becomes `production`, `caches` name other clusters',
    from: 'lean',
    to: 'production',
    verdict: 'refused',
    note: 'Name those that there are, then replace them one by one.',
  },
  {
    says: '`profile` becomes `lean`',
    from: 'production with lean caches',
    to: 'lean in its zones',
    verdict: 'refused',
    note: 'Functions use the proxy of the database. Make a second environment and move to it.',
  },
  {
    says: 'a cache gets a second cluster',
    from: 'production with lean caches',
    to: 'production while a pool is replaced',
    verdict: 'one deployment',
    rehearsed: 'session pool A gets a second cluster',
    note: 'Functions move to it.',
  },
  {
    says: 'a cache loses its first cluster',
    from: 'production while a pool is replaced',
    to: 'production with a pool replaced',
    verdict: 'one deployment',
    rehearsed: 'the data cache loses its first cluster',
    note: 'Nothing uses it any more.',
  },
  {
    says: 'a cluster changes its shape',
    from: 'production with lean caches',
    to: 'production with a pool replaced',
    verdict: 'refused',
    note: '`npm run replace:cache` does it in two deployments.',
  },
];

/** What each change does, as a table in Markdown. */
export const tableOf = (change: (from: VariantName, to: VariantName) => Change): string =>
  [
    '| change | deployed | replaced | executed | note |',
    '|---|---|---|---|---|',
    ...changes.map(({ says, from, to, verdict, rehearsed, note }) => {
      const { replaced } = change(from, to);
      const shown =
        verdict === 'refused' || replaced.length === 0 ? 'nothing' : [...new Set(replaced.map(nameOf))].join(', ');
      return `| ${says} | ${verdict} | ${shown} | ${rehearsed ? 'in the emulator' : ''} | ${note} |`;
    }),
  ].join('\n');

/** `StartlineSite: AWS::A::B IdXYZ` as `A::B`. */
const nameOf = (line: string) => line.replace(/^\w+: AWS::(\S+) .*$/, '$1');
