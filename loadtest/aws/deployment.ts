import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';

/** Where `npm run deploy:load` leaves what the stack says of itself, below the directory the command runs in. */
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
  /** The system it tests, and no other. */
  readonly target: string;
  readonly mostDollars: number;
  /** Until a generator is up that was asked for. */
  readonly startSeconds: number;
}

/** Throws with what to do when no load test is deployed from here. */
export const readDeployment = (file = outputsFile): Deployment => {
  if (!existsSync(file))
    throw new Error(
      `There is no ${file}: deploy the load test first, with npm run deploy:load -- -c target=https://….`,
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
