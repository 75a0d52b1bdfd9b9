import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from '../../local/emulator/deployment';
import { physicalId } from './released';
import type { Stage } from './stage';

const stack = 'StartlineData';

/** Fails when everything else of the stack is made: `Custom::DeletionProtection` is the last that is. */
const brokenRule = (template: { readonly Resources: Readonly<Record<string, { readonly Type: string }>> }) => ({
  Type: 'AWS::EC2::SecurityGroupIngress',
  DependsOn: Object.entries(template.Resources).flatMap(([id, { Type }]) =>
    /^AWS::(RDS|ElastiCache|EC2::VPCEndpoint|SecretsManager)/.test(Type) ? [id] : [],
  ),
  Properties: { GroupId: 'sg-00000000000000000', IpProtocol: 'tcp', FromPort: 1, ToPort: 1, CidrIp: '10.0.0.0/32' },
});

/** A copy of the synthesised app with a rule for a security group that does not exist. Returns its folder. */
const breakLate = (assembly: string): string => {
  const broken = `${assembly}-broken`;
  cpSync(assembly, broken, { recursive: true });
  const file = join(broken, `${stack}.template.json`);
  const template = JSON.parse(readFileSync(file, 'utf8'));
  const Resources = { ...template.Resources, BrokenRule: brokenRule(template) };
  writeFileSync(file, JSON.stringify({ ...template, Resources }));
  // CDK uploads a template once for each name, which contains a hash of the text.
  const [hash = ''] = /[0-9a-f]{64}(?=\.json)/.exec(manifest(broken)) ?? [];
  for (const name of readdirSync(broken).filter((one) => one.endsWith('.json') && !one.endsWith('.template.json'))) {
    const text = readFileSync(join(broken, name), 'utf8');
    writeFileSync(join(broken, name), text.replaceAll(hash, `0${hash.slice(1)}`));
  }
  return broken;
};

/** The part of the manifest that says where the stack's template is uploaded. */
const manifest = (assembly: string): string => {
  const { artifacts } = JSON.parse(readFileSync(join(assembly, 'manifest.json'), 'utf8'));
  return artifacts[stack].properties.stackTemplateAssetObjectUrl;
};

/**
 * A first deployment that fails in the last resource of the stack with the data. Rejects unless it was rolled back and
 * nothing of it is left, as the documents promise. Afterwards, the first deployment may be tried again.
 */
export const failFirst = async ({ cloud }: Stage, deployment: Deployment): Promise<void> => {
  const failed = await deployment.deploy({ stacks: [stack], assembly: breakLate(deployment.assembly) }).then(
    () => false,
    () => true,
  );
  const [status, left] = [await cloud.status(stack), await cloud.resources(stack)];
  if (!failed || status !== 'ROLLBACK_COMPLETE' || left.length > 0)
    throw new Error(
      `A first deployment that fails must be rolled back and leave nothing; it ${failed ? 'failed' : 'succeeded'}, its state is ${status}, and it left ${left.map(({ logicalId }) => logicalId).join(', ') || 'nothing'}.`,
    );
  await cloud.allowDeletion(stack);
};

/** What the operator does before a teardown. Rejects when the database had not been protected. */
export const liftProtection = async (stage: Stage): Promise<void> => {
  const cluster = await physicalId(stage, stack, 'AWS::RDS::DBCluster');
  if (!(await stage.cloud.isClusterProtected(cluster)))
    throw new Error('After a deployment that succeeded, the database must be protected from deletion; it is not.');
  await stage.cloud.allowDeletion(stack);
  await stage.cloud.allowClusterDeletion(cluster);
};
