import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSupervised } from '../services/supervised-program';
import { names, type Servers } from './servers';

export const account = '000000000000';
export const region = 'us-east-1';

/** The environment variables by which an AWS client finds the emulator, and nothing of the developer's own account. */
export const emulatedAccount = (url: string) => ({
  AWS_ENDPOINT_URL: url,
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: account,
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
});

/** The resources and behaviour that differ from AWS, and why: reported by the emulator's extensions. */
export interface Played {
  readonly resources: Readonly<Record<string, string>>;
  readonly behaviour: Readonly<Record<string, string>>;
}

export interface Emulator {
  readonly url: string;
  readonly log: string;
  readonly played: Played;
  /** Resolves with a sentence when the emulator has ended. */
  readonly exited: Promise<string>;
  readonly stop: () => Promise<void>;
}

interface Options {
  /** The path of a Python that has the emulator installed. */
  readonly python: string;
  readonly repository: string;
  readonly directory: string;
  readonly port: number;
  readonly servers: Servers;
}

const startDeadlineMs = 120_000;

/**
 * Starts an AWS emulator, which needs no account. Resolves when it answers; rejects with the end of its log otherwise.
 */
export const startEmulator = async (options: Options): Promise<Emulator> => {
  const { python, repository, directory, port, servers } = options;
  if (!existsSync(python)) throw new Error(`${python} is missing: "npm run deploy:local" installs the emulator.`);
  const [log, played] = [join(directory, 'emulator.log'), join(directory, 'played.json')];
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary);
  // The emulator unpacks functions below this directory. Node reads the nearest package.json above a file, and one with
  // "type": "module", left by another program in the system's directory, would end each CommonJS function at its start.
  writeFileSync(join(temporary, 'package.json'), '{"type":"commonjs"}\n');
  const { dataApi, addresses, certificate } = servers;
  const database = {
    writer: names.writer,
    reader: names.reader,
    proxy: names.proxy,
    readerProxy: names.readerProxy,
  };
  const settings = { port, account, played, dataApi, addresses, database, caches: names.caches };
  const program = join(repository, 'local/emulator/emulator.py');
  const running = await startSupervised(python, [program, JSON.stringify(settings)], {
    log,
    stopSignal: 'TERM',
    cwd: directory,
    env: {
      // Functions inherit these variables: those outside the VPC trust the processor's certificate by it.
      NODE_EXTRA_CA_CERTS: certificate.file,
      PYTHONDONTWRITEBYTECODE: '1',
      HOME: directory,
      TMPDIR: temporary,
      POWERTOOLS_METRICS_DISABLED: 'true',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
  });
  const { exited } = running;
  const stop = () => running.stop();
  let ended: string | undefined;
  void exited.then((how) => {
    ended = how;
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/_ministack/health`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const giveUp = Date.now() + startDeadlineMs; !ended && Date.now() < giveUp; ) {
    if (await isReady()) return { url, log, played: JSON.parse(readFileSync(played, 'utf8')), exited, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-6).join('\n');
  throw new Error(
    `The emulator ${ended ?? `did not answer within ${startDeadlineMs / 1000} s`}. The end of ${log}:\n${tail}`,
  );
};
