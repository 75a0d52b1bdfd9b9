import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';

/** Where `npm run deploy:load` writes the outputs of the stack, below the directory of the command. */
const outputsFile = '.startline/load-test.json';

const outputs = v.object({
  StartlineLoadTest: v.object({
    StateMachine: v.string(),
    Bucket: v.string(),
    Target: v.string(),
    MostDollars: v.string(),
    StartSeconds: v.string(),
  }),
});

export interface Deployment {
  readonly stateMachineArn: string;
  readonly bucket: string;
  readonly region: string;
  /** The only system that this load test may test. */
  readonly target: string;
  readonly mostDollars: number;
  /** Seconds from asking for a generator until it is up. */
  readonly startSeconds: number;
}

/** Throws with what to do when no load test is deployed from this directory. */
export const readDeployment = (file = outputsFile): Deployment => {
  if (!existsSync(file))
    throw new Error(
      `There is no ${file}: deploy the load test first, with npm run deploy:load -- -c env=<an environment with loadTest.target>.`,
    );
  const { StateMachine, Bucket, Target, MostDollars, StartSeconds } = v.parse(
    outputs,
    JSON.parse(readFileSync(file, 'utf8')),
  ).StartlineLoadTest;
  return {
    stateMachineArn: StateMachine,
    bucket: Bucket,
    // arn:aws:states:<region>:…
    region: StateMachine.split(':')[3] ?? '',
    target: Target,
    mostDollars: Number(MostDollars),
    startSeconds: Number(StartSeconds),
  };
};
