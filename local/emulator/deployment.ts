import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { account, emulatedAccount, region } from './start-emulator';

interface Options {
  /** The app to deploy: a folder with our cdk.json. */
  readonly source: string;
  readonly emulator: string;
  readonly log: string;
  /** The content of a file like those in `environments`. */
  readonly environment: object;
  /** The folder of the synthesised app. */
  readonly output: string;
  /** Stops the running command. */
  readonly signal: AbortSignal;
}

export type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface DeployOptions {
  /** Without these, all. */
  readonly stacks?: readonly string[];
  /** Without the stacks that these depend on. */
  readonly exclusively?: boolean;
  /** A changed copy of what was synthesised. */
  readonly assembly?: string;
}

export interface Deployment {
  /** The folder of the synthesised app. */
  readonly assembly: string;
  /** The file with the content of `environment`. */
  readonly environmentFile: string;
  readonly bootstrap: () => Promise<void>;
  /** Makes the templates and the bundles. This is most of the work, and needs no AWS. */
  readonly synthesise: () => Promise<void>;
  /** Deploys everything that was synthesised, or some of it. Resolves with the outputs of each stack. */
  readonly deploy: (options?: DeployOptions) => Promise<Outputs>;
  /** Destroys what the last `deploy` deployed. */
  readonly destroy: () => Promise<void>;
}

/** Deploys the app as its operator does, with the CDK's command. Only the endpoint is not AWS. */
export const openDeployment = ({ source, emulator, log, environment, output, signal }: Options): Deployment => {
  const cdk = async (cwd: string, ...args: readonly string[]): Promise<void> => {
    const program = join(source, 'node_modules/aws-cdk/bin/cdk');
    const news = createWriteStream(log, { flags: 'a' });
    // A process group of its own: the CDK starts further processes, which must end with it.
    const child = spawn(process.execPath, [program, ...args, '--no-notices', '--ci'], {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        ...emulatedAccount(emulator),
        CDK_DISABLE_CLI_TELEMETRY: 'true',
        NO_COLOR: '1',
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(news, { end: false });
    const end = () => child.pid !== undefined && child.exitCode === null && process.kill(-child.pid, 'SIGTERM');
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.removeEventListener('abort', end);
    await new Promise<void>((resolve) => news.end(resolve));
    signal.throwIfAborted();
    if (code === 0) return;
    const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-12).join('\n');
    throw new Error(`cdk ${args[0]} ended with code ${code}. The end of ${log}:\n${tail}`);
  };

  const file = `${output}-environment.json`;
  writeFileSync(file, JSON.stringify(environment));
  const outputs = `${output}-outputs.json`;
  return {
    assembly: output,
    environmentFile: file,
    // Runs outside the app's folder: with a cdk.json the app would be synthesised without need.
    bootstrap: () => cdk(dirname(output), 'bootstrap', `aws://${account}/${region}`),
    synthesise: () => cdk(source, 'synth', '--quiet', '--output', output, '-c', `env=${file}`),
    deploy: async ({ stacks = ['--all'], exclusively = false, assembly = output } = {}) => {
      const alone = exclusively ? ['--exclusively'] : [];
      const how = [...alone, '--require-approval', 'never', '--outputs-file', outputs];
      await cdk(source, 'deploy', ...stacks, '--app', assembly, ...how);
      return JSON.parse(readFileSync(outputs, 'utf8'));
    },
    destroy: () => cdk(source, 'destroy', '--all', '--force', '--app', output),
  };
};
