import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { bundleGenerator } from '../../../lib/constructs/load-test/generator-code';
import type { Executions, Standing } from '../../../loadtest/aws/executions';
import { S3RunFiles } from '../../../loadtest/aws/s3-run-files';
import { dig, joined, synthesise } from '../../lib/support/synthesise';
import { serveObjects } from './object-server';
import { type Work, walkStates } from './walk-states';

const taskInput = v.object({
  Overrides: v.object({
    ContainerOverrides: v.tuple([
      v.object({ Name: v.string(), Environment: v.array(v.object({ Name: v.string(), Value: v.string() })) }),
    ]),
  }),
});

/**
 * The load test's stack without AWS: its synthesised state machine, its real functions, generators as processes that
 * run the container's bundle, and a store that speaks S3.
 */
export const startCloud = async () => {
  const { ofType } = synthesise('lean with a load test');
  const [machine] = ofType('AWS::StepFunctions::StateMachine', 'load');
  const [bucket] = ofType('AWS::S3::Bucket', 'load');
  if (!machine || !bucket) throw new Error('The load test has no stack.');
  const text = joined(dig(machine.properties, 'DefinitionString')).replaceAll('AWS::Region', 'us-east-1');
  const definition: unknown = JSON.parse(text);

  const folder = mkdtempSync(join(tmpdir(), 'startline-generator-'));
  const program = join(folder, 'generator.mjs');
  bundleGenerator(program);
  const store = await serveObjects();
  const generators: ChildProcess[] = [];
  process.env.AWS_ENDPOINT_URL_S3 = store.url;
  process.env.BUCKET = bucket.id;
  const { handler: prepare } = await import('../../../loadtest/aws/functions/prepare-run');
  const { handler: gather } = await import('../../../loadtest/aws/functions/gather-run');

  const generate: Work = async (input) => {
    const [{ Environment }] = v.parse(taskInput, input).Overrides.ContainerOverrides;
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, ...Object.fromEntries(Environment.map(({ Name, Value }) => [Name, Value])) },
      stdio: 'ignore',
    });
    generators.push(child);
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error('States.TaskFailed');
  };
  const works = { preparerun: prepare, 'ecs:runTask.sync': generate, gatherrun: gather };

  return {
    store,
    generators,
    filesOf: (run: string) => new S3RunFiles(new S3Client(), bucket.id, run),
    /** Stopping ends the walk and no generator: the test shows whether generators end by themselves. */
    executions: (): Executions => {
      let standing: Standing = { state: 'running' };
      const stopping = new AbortController();
      return {
        async start(_id, input) {
          walkStates(definition, JSON.parse(input), works, stopping.signal).then(
            () => {
              standing = { state: 'done' };
            },
            (error: unknown) => {
              standing = { state: 'failed', why: error instanceof Error ? error.message : String(error) };
            },
          );
        },
        async stop() {
          stopping.abort();
          standing = { state: 'stopped' };
        },
        look: async () => standing,
      };
    },
    close() {
      for (const child of generators) child.kill('SIGKILL');
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
