import type { KeptSettings, RemovableSetting } from '../../lib/kept-settings';

/** Why a deployment is refused until somebody accepts it. */
export interface Objection {
  /** The word that accepts it. */
  readonly setting: string;
  /** The value that would go. */
  readonly was?: string;
  readonly says: string;
}

const losses: readonly [setting: RemovableSetting, loss: string][] = [
  ['alarms.notify', 'alarms and the budget’s mails no longer go there'],
  ['processor.publishableKey', 'nobody pays with it any more'],
  ['mail.domain', 'no mail comes from it any more'],
  ['site.domain', 'it no longer leads to the site, and neither do the links in the mails'],
  ['api.domain', 'it no longer leads to the API'],
  ['webAcl', 'the site loses this firewall'],
  ['hostedZone.id', 'the records and certificates in it are deleted'],
];

/**
 * What a deployment of `wanted` over `deployed` would take away or interrupt, in the order of the settings. Nothing is
 * lost at a first deployment, where `deployed` is undefined.
 */
export const objections = (deployed: KeptSettings | undefined, wanted: KeptSettings): readonly Objection[] => {
  if (!deployed) return [];
  const lost = losses.flatMap(([setting, loss]) => {
    const [was, will] = [deployed[setting], wanted[setting]];
    if (was === undefined || was === will) return [];
    return [{ setting, was, says: `${setting} is ${was} and would be ${will ?? 'nothing'}: ${loss}.` }];
  });
  return [...lost, ...interruption(deployed, wanted)];
};

/** Those objections that nobody accepted: by a word on the command line, or by its value in the environment's file. */
export const notAccepted = (
  all: readonly Objection[],
  words: readonly string[],
  removed: Readonly<Record<string, string>> = {},
): readonly Objection[] =>
  all.filter(({ setting, was }) => !words.includes(setting) && (was === undefined || removed[setting] !== was));

/**
 * CloudFront takes minutes to use a new domain of the API. The domain must exist and have its record before, and the
 * execute-api address, which closes at once, must stay open until after. Back to the execute-api address it is one
 * step: CloudFormation opens the address first, and deletes the domain last.
 */
const interruption = (deployed: KeptSettings, wanted: KeptSettings): readonly Objection[] => {
  const [setting, domain] = ['api.executeApi', 'api.domain'] as const;
  if (wanted[domain] === undefined || wanted[setting] === 'used') return [];
  const first = (before: string) => [
    {
      setting,
      says: `The site would answer 5xx for minutes: CloudFront follows later. Deploy with "executeApi": "${before}" in "api" first (docs/operating.md, "Domains").`,
    },
  ];
  if (deployed[domain] !== wanted[domain]) return first('used');
  return deployed[setting] === 'used' && wanted[setting] === 'closed' ? first('open') : [];
};
