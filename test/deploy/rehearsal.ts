import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Deployment, type Outputs, openDeployment } from '../../local/emulator/deployment';
import { processorKeys } from '../../local/emulator/servers';
import { Undoing } from '../../local/emulator/undoing';
import { observeRunning } from './change-over';
import { changes, settingsAfter, synthesiseAll } from './changes';
import { failFirst, liftProtection } from './failed-first';
import { followInLogs, way } from './logged-way';
import { makeMoved, makeNextRelease, moved } from './next-release';
import { mailFor, registerOne } from './one-runner';
import { mustSay, preflight, summary } from './preflight';
import { releaseOver } from './release-over';
import { createRace, fillInProcessor, openSite } from './released';
import { resourceTable, resultPage } from './result';
import { openStage } from './stage';
import { warmAndLetGo } from './warm-up';

interface Rehearsal {
  readonly repository: string;
  readonly python: string;
  /** How many changed versions are deployed over the first one. */
  readonly releases: number;
  /** The number of the first supported change of settings that is deployed, too, with all after it. Without it, none is. */
  readonly changesFrom: number | undefined;
  readonly keep: boolean;
  readonly command: string;
  readonly signal: AbortSignal;
}

const stacks = [
  'StartlineData',
  'StartlineSite',
  'StartlineRegistration',
  'StartlineConsole',
  'StartlineRaceDay',
  'StartlineWork',
  'StartlinePage',
];

/**
 * The whole life of a deployment in an emulated AWS: bootstrap, deploy, use, deploy over, roll back, destroy. Resolves
 * with the page that reports it, after everything is stopped. Rejects with a sentence that names the failed step.
 */
export const rehearse = async (options: Rehearsal): Promise<string> => {
  const { repository, python, releases, changesFrom, keep, command, signal } = options;
  const undoing = new Undoing();
  const lines: string[] = [];
  // The folder outlives the run: it holds the logs of a failure.
  const log = join(repository, '.startline/deploy.log');
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, '');
  const begun = performance.now();
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const since = performance.now();
    console.log(`  … ${name}, since minute ${((since - begun) / 60_000).toFixed(0)}`);
    try {
      const result = await work();
      console.log(`  ✓ ${name}, ${((performance.now() - since) / 1000).toFixed(0)} s`);
      return result;
    } catch (error) {
      if (signal.aborted) throw error;
      throw new Error(`Failed: ${name}. ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };
  try {
    const stage = await step('PostgreSQL, its standby, the memcacheds, the processor, the emulator', () =>
      openStage({ repository, python }),
    );
    undoing.add(stage.stop);
    const { cloud, servers, directory, emulator } = stage;
    const deploymentOf = (source: string, release: number | string, settings: object = {}): Deployment =>
      openDeployment({
        source,
        emulator: emulator.url,
        log,
        output: join(directory, `cloud-assembly-${release}`),
        environment: {
          profile: 'lean',
          mail: { domain: 'run.example.com' },
          processor: { url: servers.processorUrl, publishableKey: processorKeys.publishableKey },
          ...settings,
        },
        signal,
      });
    const first = changesFrom === undefined ? {} : settingsAfter(changesFrom - 1);
    if ('mail' in first && !first.mail)
      throw new Error(`Before change ${changesFrom} no mail is sent: begin with an earlier or a later change.`);
    const last = changesFrom === undefined ? {} : settingsAfter(changes.length);
    let deployed = deploymentOf(repository, 0, first);
    const ask = (deployment: Deployment) => preflight(stage, deployment.environmentFile, signal);
    await step('npm run preflight, which misses the bootstrap', async () =>
      mustSay(await ask(deployed), 'CDK bootstrap', 'red', 'npx cdk bootstrap'),
    );
    await step('cdk bootstrap', deployed.bootstrap);
    await step('npm run preflight, which misses it no more', async () => {
      const findings = await ask(deployed);
      mustSay(findings, 'CDK bootstrap', 'green', 'version');
      mustSay(findings, 'Stacks', 'green', 'none of Startline is deployed yet');
      mustSay(findings, 'Settings that are deployed', 'green', 'none yet');
      lines.push(`the preflight asked for the bootstrap, and found it afterwards: ${summary(findings)}`);
    });
    await step('cdk synth', deployed.synthesise);
    const nexts = Array.from({ length: releases }, (_, at) => {
      const { source, migration } = makeNextRelease(repository, directory, at + 1);
      return { migration, deployment: deploymentOf(source, at + 1, last) };
    });
    // Beside the first deployments, which mostly wait.
    const synthesised = allInOrder(nexts.map(({ deployment }) => deployment.synthesise));
    undoing.add(() => synthesised);
    await step('a first deployment that fails late, rolled back with nothing left', () => failFirst(stage, deployed));
    lines.push(
      'a first deployment failed in its last resource; it was rolled back, nothing was left, and the next one succeeded',
    );
    const outputs: Outputs = await step('cdk deploy --all', () => deployed.deploy());
    await step('npm run preflight, which sees what is deployed, and what would go', async () => {
      mustSay(await ask(deployed), 'Settings that are deployed', 'green', 'none of them goes');
      const without = deploymentOf(repository, 'without-mail', { ...first, mail: undefined });
      const findings = await ask(without);
      mustSay(findings, 'Settings that are deployed', 'red', '--accept mail.domain');
      mustSay(findings, 'Stacks', 'green', 'StartlinePage CREATE_COMPLETE');
      lines.push('afterwards it saw all stacks, and refused to lose the mail domain without a word');
    });
    await step('the processor’s keys, put into their secret', () => fillInProcessor(stage, outputs));
    await step('a race, made by the deployed direct', () => createRace(stage, outputs));
    const site = await step('CloudFront, played by the local gateway', () => openSite(stage));
    undoing.add(site.stop);
    const runner = await step('a runner, registered through the deployed API, and their mail', async () => {
      const { registrationId, email, number } = await registerOne(site.siteUrl, servers);
      const subject = await mailFor(cloud, email);
      lines.push(`a runner got spot ${number} and the mail “${subject}”`);
      return registrationId;
    });
    await step('their registration, found by its id and its trace in the log of every function it passed', () =>
      followInLogs(stage, runner),
    );
    lines.push(
      `their registration was found by its id in the logs of ${way.join(', ')}, and by the trace of its payment in that of record-registrations`,
    );
    // Before any further release: a deployment must not fail because of what was released.
    await step('functions and database, made warm as for an opening and let go', () => warmAndLetGo(stage));
    lines.push('functions and database were made warm as for an opening, and let go');
    const resources = (await Promise.all(stacks.map(cloud.resources))).flat();
    console.log(`\n${resourceTable(resources, emulator.played)}\n`);
    lines.unshift(`${resources.length} resources in ${stacks.length} stacks`);

    if (changesFrom !== undefined) {
      const changed = changes.flatMap((change, at) =>
        at + 1 < changesFrom
          ? []
          : { ...change, deployment: deploymentOf(repository, `changed-${at + 1}`, settingsAfter(at + 1)) },
      );
      await step(`cdk synth of ${changed.length} changes`, () =>
        synthesiseAll(
          changed.map(({ deployment }) => deployment),
          signal,
        ),
      );
      const { changeOver } = await observeRunning(stage, site.siteUrl);
      let number = changesFrom;
      const over = async (name: string, deploy: () => Promise<unknown>, sendsMail = true) => {
        const change = `change ${number} of ${changes.length + 2}, ${name}`;
        const sentence = await step(`${change}, while runners register`, () => changeOver(deploy, sendsMail));
        lines.push(`${change}: ${sentence}`);
        console.log(`    ${sentence}`);
        number += 1;
      };
      for (const { name, deployment } of changed) {
        await over(name, deployment.deploy, settingsAfter(number).mail !== undefined);
        deployed = deployment;
      }
      const there = deploymentOf(makeMoved(repository, directory), 'moved', last);
      await step(`cdk synth with ${moved} in another stack`, there.synthesise);
      await over(`${moved} moves to an earlier stack`, there.deploy);
      const alone = { stacks: ['StartlineWork'], exclusively: true };
      await over(`${moved} moves back: first its new stack alone, then all`, async () => {
        await deployed.deploy(alone);
        await deployed.deploy();
      });
    }

    let previous = deployed;
    await step('cdk synth of the releases, begun before', async () => {
      const failure = await synthesised;
      if (failure !== undefined) throw failure;
    });
    for (const [at, { migration, deployment: next }] of nexts.entries()) {
      const release = at + 1;
      const sentence = await step(`release ${release} over the one before, while runners register`, () =>
        releaseOver({ stage, siteUrl: site.siteUrl, deployment: next, migration }),
      );
      lines.push(`release ${release}, with migration ${migration}: ${sentence}`);
      console.log(`    ${sentence}`);
      [previous, deployed] = [deployed, next];
    }
    if (releases > 0) {
      const sentence = await step(`release ${releases} taken back, while runners register`, () =>
        releaseOver({ stage, siteUrl: site.siteUrl, deployment: previous }),
      );
      lines.push(`release ${releases} taken back, its migration kept: ${sentence}`);
      console.log(`    ${sentence}`);
      deployed = previous;
    }

    if (keep) {
      console.log(
        `\n  The site is at ${site.siteUrl}, AWS at ${emulator.url}; logs are in ${directory} and ${log}. Ctrl-C ends it.`,
      );
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      signal.throwIfAborted();
    }
    await step('cdk destroy --all', async () => {
      await liftProtection(stage);
      await deployed.destroy();
      const left = (await cloud.stacks()).filter((name) => stacks.includes(name));
      if (left.length > 0) throw new Error(`These stacks are still there: ${left.join(', ')}.`);
    });
    lines.push(`destroyed, and nothing of the ${stacks.length} stacks was left`);
    return resultPage(resources, emulator.played, { date: new Date().toISOString().slice(0, 10), command, lines });
  } finally {
    await undoing.all();
  }
};

/** One after the other. Resolves with what the first one that failed said. */
const allInOrder = async (works: readonly (() => Promise<void>)[]): Promise<unknown> => {
  try {
    for (const work of works) await work();
    return undefined;
  } catch (error) {
    return error;
  }
};
