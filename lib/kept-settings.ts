import type { Config } from './config';
import type { removableSettings } from './environment';

/**
 * The settings whose loss nobody notices at once, by their paths in the environment's file. The last stack has them in
 * its output `Config`, and `npm run deploy` compares: what is deployed must not go without a word.
 */
export const keptSettings = ({ alarms, processor, mail, site, api, webAcl, hostedZone }: Config): KeptSettings => ({
  'alarms.notify': alarms?.notify,
  'processor.publishableKey': processor.publishableKey,
  'mail.domain': mail?.domain,
  'site.domain': site?.domain,
  'api.domain': api?.domain,
  webAcl,
  'hostedZone.id': hostedZone?.id,
  // Not lost, but told: whether CloudFront's old way to the API is still there while its domain changes.
  'api.executeApi': api && (api.executeApi ?? 'closed'),
});

export type RemovableSetting = (typeof removableSettings)[number];
export type KeptSettings = Readonly<Partial<Record<RemovableSetting | 'api.executeApi', string | undefined>>>;
