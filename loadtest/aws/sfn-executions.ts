import {
  DescribeExecutionCommand,
  type DescribeExecutionOutput,
  type SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import * as v from 'valibot';
import type { Executions, Standing } from './executions';

/** The executions of one state machine. */
export class SfnExecutions implements Executions {
  readonly #client: SFNClient;
  readonly #stateMachineArn: string;

  constructor(client: SFNClient, stateMachineArn: string) {
    this.#client = client;
    this.#stateMachineArn = stateMachineArn;
  }

  async start(id: string, input: string) {
    await this.#client.send(new StartExecutionCommand({ stateMachineArn: this.#stateMachineArn, name: id, input }));
  }

  async stop(id: string) {
    await this.#client.send(
      new StopExecutionCommand({ executionArn: this.#arnOf(id), cause: 'Somebody pressed the button.' }),
    );
  }

  async look(id: string) {
    return standingOf(await this.#client.send(new DescribeExecutionCommand({ executionArn: this.#arnOf(id) })));
  }

  /** The ARN of an execution consists of its machine's and its own name. */
  #arnOf(id: string): string {
    return `${this.#stateMachineArn.replace(':stateMachine:', ':execution:')}:${id}`;
  }
}

const standingOf = ({ status, error, cause }: Partial<DescribeExecutionOutput>): Standing => {
  if (status === 'RUNNING' || status === 'PENDING_REDRIVE') return { state: 'running' };
  if (status === 'SUCCEEDED') return { state: 'done' };
  if (status === 'ABORTED') return { state: 'stopped' };
  if (status === 'TIMED_OUT') return { state: 'failed', why: 'It took longer than any run may.' };
  return { state: 'failed', why: reasonIn(cause) ?? error ?? 'Step Functions tells no reason.' };
};

const lambdaError = v.pipe(v.string(), v.parseJson(), v.object({ errorMessage: v.string() }));

/** The message of our own function, out of Lambda's error. */
const reasonIn = (cause: string | undefined): string | undefined => {
  const parsed = v.safeParse(lambdaError, cause);
  return parsed.success ? parsed.output.errorMessage : cause;
};
