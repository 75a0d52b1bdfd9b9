import type { ProfileName } from '../../lib/config';

/** A deployment with the options of `cdk deploy -c key=value …`. */
export interface Variant {
  readonly profile: ProfileName;
  readonly context: Readonly<Record<string, string>>;
}

const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef';
export const webAcl = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/ours/01234567-89ab-cdef-0123-456789abcdef';
export const processorKey = 'pk_test_0123456789abcdef';

const mail = { mailDomain: 'mail.example.com', notify: 'ops@example.com' };
const domains = {
  siteDomain: 'run.example.com',
  siteCertificate: certificate,
  apiDomain: 'api.example.com',
  apiCertificate: certificate,
};

/**
 * Every deployment that the tests check. All are synthesised at once, because loading the CDK takes longer than using
 * it.
 */
export const variants = {
  lean: { profile: 'lean', context: {} },
  production: { profile: 'production', context: {} },
  'lean with mail': { profile: 'lean', context: mail },
  'production with mail': { profile: 'production', context: mail },
  'lean with a processor': { profile: 'lean', context: { processorKey } },
  'production with domains': { profile: 'production', context: domains },
  'lean with a load test': {
    profile: 'lean',
    context: { target: 'https://run.example.com', notify: 'ops@example.com', loadDollars: '25' },
  },
  'production with a firewall': { profile: 'production', context: { webAcl } },
} as const satisfies Record<string, Variant>;

export type VariantName = keyof typeof variants;
