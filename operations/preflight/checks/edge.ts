import { edgeRegion } from '../../../lib/edge';
import type { Certificate, Facts } from '../facts';
import { both, type Finding, judge, type Verdict } from '../finding';
import type { Wanted } from '../wanted';

/** Certificates, the firewall and the hosted zone. */
export const checkEdge = (facts: Facts, wanted: Wanted): readonly Finding[] => [
  ...wanted.certificates.flatMap(({ domain, arn }) => {
    const answer = facts.certificates[domain];
    return answer
      ? [judge(`Certificate of ${domain}`, answer, (found) => certificate(found, domain, arn, wanted.file))]
      : [];
  }),
  firewall(facts, wanted),
  ...hostedZone(facts, wanted),
];

const certificate = (found: Certificate | undefined, domain: string, arn: string, file: string): Verdict => {
  const region = arn.split(':')[3];
  const request = `aws acm request-certificate --region ${region} --domain-name ${domain} --validation-method DNS, then name it in ${file}`;
  if (!found) return { red: `${arn} does not exist`, mend: request };
  if (!found.names.some((name) => covers(name, domain)))
    return { red: `is for ${found.names.join(', ')}`, mend: request };
  if (found.status === 'ISSUED') return { green: `issued, in ${region}` };
  return {
    red: `is ${found.status}${found.failure ? `: ${found.failure}` : ''}`,
    mend:
      found.status === 'PENDING_VALIDATION'
        ? `add its CNAME: aws acm describe-certificate --region ${region} --certificate-arn ${arn} --query "Certificate.DomainValidationOptions[].ResourceRecord"`
        : request,
  };
};

/** A wildcard stands for exactly one label. */
const covers = (name: string, domain: string) =>
  name === domain || (name.startsWith('*.') && domain.slice(domain.indexOf('.')) === name.slice(1));

const firewall = ({ region, webAcl }: Facts, { firewall, file }: Wanted): Finding => {
  const about = 'Firewall';
  if (firewall === 'none') return { about, state: 'green', says: 'none, as the environment says' };
  if (firewall === 'own')
    return region === edgeRegion
      ? { about, state: 'green', says: 'the deployment makes it' }
      : {
          about,
          state: 'red',
          says: `CloudFront takes a web ACL from us-east-1 only, and this deploys to ${region}: the site would have none`,
          mend: `make one: https://us-east-1.console.aws.amazon.com/wafv2/homev2/web-acls?region=global, and name it as "webAcl" in ${file}`,
        };
  if (!webAcl) return { about, state: 'unknown', says: `${firewall.arn} was not asked for` };
  return judge(about, webAcl, (found) =>
    found
      ? { green: found.name }
      : {
          red: `${firewall.arn} does not exist`,
          mend: `aws wafv2 list-web-acls --scope CLOUDFRONT --region us-east-1, and name one as "webAcl" in ${file}`,
        },
  );
};

const hostedZone = (facts: Facts, { hostedZone: zone, file }: Wanted): readonly Finding[] => {
  if (!zone || !facts.hostedZone || !facts.delegation) return [];
  return [
    judge(`Hosted zone ${zone.name}`, both(facts.hostedZone, facts.delegation), ([found, told]) => {
      const list = `aws route53 list-hosted-zones --query "HostedZones[].[Id,Name]" --output text, then "hostedZone" in ${file}`;
      if (!found) return { red: `${zone.id} does not exist`, mend: list };
      if (found.name !== zone.name) return { red: `${zone.id} is ${found.name}`, mend: list };
      if (found.isPrivate) return { red: `${zone.id} is private: certificates need a public one`, mend: list };
      const missing = found.servers.filter((server) => !told.includes(server));
      return missing.length === 0
        ? { green: 'public and delegated' }
        : {
            red:
              told.length === 0
                ? `the internet knows no name servers of ${zone.name}`
                : `the internet asks ${told.join(', ')}`,
            mend: `at the registrar, or in the zone above it, name these as NS of ${zone.name}: ${found.servers.join(', ')}`,
          };
    }),
  ];
};
