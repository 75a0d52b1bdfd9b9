import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { GetHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { GetWebACLCommand, WAFV2Client } from '@aws-sdk/client-wafv2';
import { edgeRegion } from '../../lib/edge';
import { type Answer, ask, orAbsent } from './answer';
import type { Certificate } from './facts';

/** What lives outside the region of the stacks, so each question has a client of its own. */
const asking = async <Client extends { destroy(): void }, T>(
  client: Client,
  question: (client: Client) => Promise<T>,
) => {
  try {
    return await question(client);
  } finally {
    client.destroy();
  }
};

export const askWebAcl = (ARN: string) =>
  ask('wafv2:GetWebACL', async (options) => {
    const found = await asking(new WAFV2Client({ region: edgeRegion, maxAttempts: 2 }), (waf) =>
      orAbsent(waf.send(new GetWebACLCommand({ ARN }), options), 'WAFNonexistentItemException'),
    );
    return found && { name: found.WebACL?.Name ?? ARN };
  });

/** In the certificate's own region, which need not be that of the stacks. */
export const askCertificate = (arn: string): Promise<Answer<Certificate | undefined>> =>
  ask('acm:DescribeCertificate', async (options) => {
    const region = arn.split(':')[3] ?? edgeRegion;
    const found = await asking(new ACMClient({ region, maxAttempts: 2 }), (acm) =>
      orAbsent(acm.send(new DescribeCertificateCommand({ CertificateArn: arn }), options), 'ResourceNotFoundException'),
    );
    if (!found?.Certificate) return undefined;
    const { Status = '', DomainName = '', SubjectAlternativeNames = [], FailureReason } = found.Certificate;
    return {
      status: Status,
      names: [...new Set([DomainName, ...SubjectAlternativeNames])],
      ...(FailureReason && { failure: FailureReason }),
    };
  });

export const askHostedZone = (Id: string) =>
  ask('route53:GetHostedZone', async (options) => {
    const found = await asking(new Route53Client({ region: edgeRegion, maxAttempts: 2 }), (route53) =>
      orAbsent(route53.send(new GetHostedZoneCommand({ Id }), options), 'NoSuchHostedZone'),
    );
    return (
      found && {
        name: withoutDot(found.HostedZone?.Name ?? ''),
        isPrivate: found.HostedZone?.Config?.PrivateZone ?? false,
        servers: (found.DelegationSet?.NameServers ?? []).map(withoutDot),
      }
    );
  });

/** No servers where DNS does not know the name, or knows none of it. */
export const askDelegation = (servers: Promise<readonly string[]>): Promise<Answer<readonly string[]>> =>
  ask('DNS', async () => {
    const found = await servers.catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA'))
        return [];
      throw error;
    });
    return found.map(withoutDot);
  });

const withoutDot = (name: string) => name.replace(/\.$/, '');
