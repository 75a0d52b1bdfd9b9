import type { Outputs } from '../../local/emulator/deployment';
import { startFront } from '../../local/emulator/front';
import { processorKeys } from '../../local/emulator/servers';
import { demoRaces } from '../../local/prepare/demo-races';
import type { Stage } from './stage';

/** The deployed app, as a runner finds it. */
export interface Released {
  readonly siteUrl: string;
  readonly stop: () => Promise<void>;
}

/** More spots than are registered during a rehearsal. */
const capacity = 20_000;

const outputOf = (outputs: Outputs, stack: string, name: string): string => {
  const value = outputs[stack]?.[name];
  if (!value)
    throw new Error(`${stack} has no output ${name}; it has ${Object.keys(outputs[stack] ?? {}).join(', ')}.`);
  return value;
};

/** The id of the only resource of this type or, where there are several, of this construct. */
export const physicalId = async ({ cloud }: Stage, stack: string, type: string, beginning = ''): Promise<string> => {
  const found = (await cloud.resources(stack)).filter(
    (one) => one.type === type && one.logicalId.startsWith(beginning),
  );
  const [only] = found;
  if (found.length === 1 && only) return only.physicalId;
  throw new Error(`${stack} has ${found.length} resources of ${type} ${beginning}; expected one.`);
};

/** Puts a CloudFront stand-in before the deployment. */
export const openSite = async (stage: Stage): Promise<Released> => {
  const distribution = await physicalId(stage, 'StartlineSite', 'AWS::CloudFront::Distribution');
  const port = await stage.newPort();
  const stop = await startFront({
    emulator: stage.emulator.url,
    port,
    apiId: await physicalId(stage, 'StartlineSite', 'AWS::ApiGatewayV2::Api'),
    bucket: await physicalId(stage, 'StartlineSite', 'AWS::S3::Bucket', 'WebsitePage'),
    resultsBucket: await physicalId(stage, 'StartlineSite', 'AWS::S3::Bucket', 'WebsiteResults'),
    proofsBucket: await physicalId(stage, 'StartlineSite', 'AWS::S3::Bucket', 'WebsiteProofs'),
    mediaBucket: await physicalId(stage, 'StartlineSite', 'AWS::S3::Bucket', 'WebsiteMedia'),
    originHeaders: await stage.cloud.originHeaders(distribution),
    processorOrigin: stage.servers.processorUrl,
    filesOrigin: stage.emulator.url,
    log: (problem, error) => console.error(`      ${problem}:`, error),
  });
  return { siteUrl: `http://127.0.0.1:${port}`, stop };
};

/** What the runbook asks the operator to do once: store the processor's keys. */
export const fillInProcessor = ({ cloud }: Stage, outputs: Outputs): Promise<void> => {
  const { secretKey, webhookSecret } = processorKeys;
  return cloud.putSecret(outputOf(outputs, 'StartlineData', 'ProcessorSecretId'), { secretKey, webhookSecret });
};

/** A director's first race, made through the deployed function. */
export const createRace = async ({ cloud }: Stage, outputs: Outputs): Promise<void> => {
  const [race] = demoRaces(new Date());
  if (!race) throw new Error('There is no demo race.');
  const events = race.createRace.events.map((event) => ({ ...event, capacity }));
  const message = { createRace: { ...race.createRace, events } };
  const answer = await cloud.invoke(outputOf(outputs, 'StartlineWork', 'Direct'), message);
  if (!(typeof answer === 'object' && answer !== null && 'created' in answer))
    throw new Error(`The race could not be created: ${JSON.stringify(answer)}`);
};
