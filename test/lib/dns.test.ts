import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dig, distributionOf, joined, synthesise, textsIn } from './support/synthesise';
import type { VariantName } from './support/variants';

const outputsOf = (variant: VariantName, stack: string): Readonly<Record<string, unknown>> => {
  const file = join(synthesise(variant).directory, `Startline${stack}.template.json`);
  const outputs = JSON.parse(readFileSync(file, 'utf8')).Outputs ?? {};
  return Object.fromEntries(Object.entries(outputs).map(([name, output]) => [name, dig(output, 'Value')]));
};
const recordsIn = (outputs: Readonly<Record<string, unknown>>) =>
  Object.keys(outputs).filter((name) => name.startsWith('Record'));

describe('with a hosted zone', () => {
  const { ofType, directory } = synthesise('production with a hosted zone');
  const records = ofType('AWS::Route53::RecordSet').map(({ properties }) => properties);
  const named = (name: string) => records.filter((record) => record.Name === name);

  test('every record is made in it, and none is left to be added', () => {
    expect(records.every(({ HostedZoneId }) => HostedZoneId === 'Z0123456789ABCDEFGHIJ')).toBe(true);
    expect(named('run.example.com.').map(({ Type }) => Type)).toEqual(['A', 'AAAA']);
    expect(named('api.example.com.').map(({ Type }) => Type)).toEqual(['A', 'AAAA']);
    expect(recordsIn(outputsOf('production with a hosted zone', 'Site'))).toEqual([]);
    expect(recordsIn(outputsOf('production with a hosted zone', 'Registration'))).toEqual([]);
  });

  test('mail has DKIM, MAIL FROM and DMARC', () => {
    const [identity] = ofType('AWS::SES::EmailIdentity');
    const dkim = records.filter(({ Type }) => Type === 'CNAME');
    expect(dkim.map(({ Name, ResourceRecords }) => [Name, ResourceRecords])).toEqual(
      [1, 2, 3].map((at) => [
        { 'Fn::GetAtt': [identity?.id, `DkimDNSTokenName${at}`] },
        [{ 'Fn::GetAtt': [identity?.id, `DkimDNSTokenValue${at}`] }],
      ]),
    );
    const [mx, spf] = named('bounce.mail.example.com');
    expect(mx?.Type).toBe('MX');
    expect(joined(dig(mx, 'ResourceRecords', 0))).toBe('10 feedback-smtp.AWS::Region.amazonses.com');
    expect(spf).toMatchObject({ Type: 'TXT', ResourceRecords: ['"v=spf1 include:amazonses.com ~all"'] });
    expect(named('_dmarc.mail.example.com')).toMatchObject([{ Type: 'TXT', ResourceRecords: ['"v=DMARC1; p=none"'] }]);
  });

  test('the API’s certificate is made in the region, and the site’s in us-east-1', () => {
    const [api] = ofType('AWS::CertificateManager::Certificate', 'site');
    expect(api?.properties).toMatchObject({ DomainName: 'api.example.com', ValidationMethod: 'DNS' });
    expect(dig(ofType('AWS::ApiGatewayV2::DomainName')[0], 'properties', 'DomainNameConfigurations', 0)).toMatchObject({
      CertificateArn: { Ref: api?.id },
    });
    const stacks = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')).artifacts;
    expect(stacks.StartlineCertificate.environment).toBe('aws://123456789012/us-east-1');
    expect(stacks.StartlineSite.dependencies).toContain('StartlineCertificate');
    const certificate = dig(distributionOf({ ofType }), 'ViewerCertificate', 'AcmCertificateArn');
    expect(dig(certificate, 'Fn::GetStackOutput')).toMatchObject({
      StackName: 'StartlineCertificate',
      Region: 'us-east-1',
    });
  });

  test('in us-east-1 one stack less is needed', () => {
    const own = synthesise('lean in us-east-1 with a hosted zone')
      .ofType('AWS::CertificateManager::Certificate', 'site')
      .map(({ properties }) => properties.DomainName);
    expect(own).toContain('example.com');
  });
});

describe('without a hosted zone', () => {
  test('the outputs of the site say what to add: name, type, value, and the target of an alias', () => {
    const site = outputsOf('production with domains', 'Site');
    expect(joined(site.RecordSite)).toMatch(/^run\.example\.com CNAME WebsiteDistribution.*\.DomainName$/);
    expect(joined(site.RecordApi)).toMatch(/^api\.example\.com CNAME FrontDoorDomain.*\.RegionalDomainName$/);
    expect(textsIn(site.RecordApiAliasZone)).toContain('RegionalHostedZoneId');
    expect(recordsIn(site)).toHaveLength(4);
  });

  test('those of the functions’ stack say every record of the mail', () => {
    const mail = outputsOf('production with mail', 'Registration');
    expect(recordsIn(mail).toSorted()).toEqual(
      ['Dkim1', 'Dkim2', 'Dkim3', 'Dmarc', 'MailFromMx', 'MailFromSpf'].map((name) => `Record${name}`),
    );
    expect(joined(mail.RecordDkim3)).toMatch(/DkimDNSTokenName3 CNAME .*DkimDNSTokenValue3$/);
    expect(mail.RecordMailFromSpf).toBe('bounce.mail.example.com TXT v=spf1 include:amazonses.com ~all');
  });
});

test('an identity that the account has already is not made again', () =>
  expect(synthesise('lean in us-east-1 with a hosted zone').ofType('AWS::SES::EmailIdentity')).toEqual([]));

test('CloudFront uses the execute-api address until it is told to use the domain', () => {
  const originOf = (variant: VariantName) => textsIn(distributionOf(synthesise(variant)));
  expect(originOf('production with domains')).toContain('api.example.com');
  expect(originOf('production with a hosted zone')).toContain('api.example.com');
  expect(originOf('lean in us-east-1 with a hosted zone')).not.toContain('api.example.com');
});

test('the execute-api address closes with a domain of the API, unless CloudFront still needs it', () => {
  const closed = (variant: VariantName) =>
    synthesise(variant).ofType('AWS::ApiGatewayV2::Api')[0]?.properties.DisableExecuteApiEndpoint;
  expect(closed('production with domains')).toBe(true);
  expect(closed('production with a hosted zone')).toBe(false);
  expect(closed('lean in us-east-1 with a hosted zone')).toBe(false);
  expect(closed('production')).toBe(false);
});
