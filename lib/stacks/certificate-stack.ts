import { CrossStackReferences, ReferenceStrength, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Config } from '../config';
import { Dns } from '../constructs/dns';

/** The site's certificate, where the other stacks are not in the region that CloudFront takes it from. */
export class CertificateStack extends Stack {
  readonly certificate: Certificate;

  constructor(scope: Construct, id: string, config: Config, domain: string, props: StackProps) {
    super(scope, id, props);
    this.certificate = new Certificate(this, 'Certificate', {
      domainName: domain,
      validation: CertificateValidation.fromDns(new Dns(this, 'Dns', config).zoneOf(domain)),
    });
    // Exports do not reach another region.
    CrossStackReferences.of(this.certificate).produce(ReferenceStrength.WEAK);
  }
}
