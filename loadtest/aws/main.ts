import { writeFileSync } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { Stopped } from '../generator/agenda';
import { type Options, readOptions, usage } from '../options';
import { thisVersion } from '../report/machine';
import { saveReport } from '../report/save-report';
import { sayProgress } from '../report/say-progress';
import { terminalReport } from '../report/terminal-report';
import { uuid7 } from '../uuid7';
import { type ExitStatus, exitCodes, exitStatusOf } from '../verdict/exit-status';
import { readDeployment } from './deployment';
import { runOnAws } from './run-on-aws';
import { allow, inWords, planRun } from './run-plan';
import { S3RunFiles } from './s3-run-files';
import { SfnExecutions } from './sfn-executions';

const stopping = new AbortController();

/** Options that make sense on this machine only; the reason, when one of them is set. */
const localOnly = ({ wish, processes, isUi }: Options): string | undefined => {
  if (wish.url !== undefined || wish.twinOf !== undefined)
    return 'The load test on AWS asks the system it was deployed for (loadTest.target of its environment): leave out --url and --twin-of.';
  if (processes !== 1) return 'On AWS there is a generator for each hundred people: leave out --processes.';
  return isUi ? 'The pages come with npm run load -- --ui; they show reports from AWS as well.' : undefined;
};

const usageOnAws = usage
  .replace('npm run load', 'npm run load:aws')
  .split('\n')
  .filter((line) => !/^ {2}--(url|twin-of|processes|ui) /.test(line))
  .join('\n');

const load = async (options: Options): Promise<ExitStatus> => {
  for (const end of ['SIGINT', 'SIGTERM']) process.once(end, () => stopping.abort());
  const refusal = localOnly(options);
  if (refusal) throw new Error(refusal);
  const { stateMachineArn, bucket, region, target, mostDollars, startSeconds } = readDeployment();
  const wish = { ...options.wish, url: target };
  const plan = planRun(wish, startSeconds);
  allow(plan, mostDollars);
  const id = uuid7();
  console.log(`${wish.runners} runners for ${target}, seed ${wish.seed}: ${inWords(plan)}.`);
  console.log(`Run ${id}. Ctrl-C stops it, wherever it is.`);
  const { report, page } = await runOnAws(
    { id, wish, comment: options.comment, version: thisVersion() },
    {
      files: new S3RunFiles(new S3Client({ region }), bucket, id),
      executions: new SfnExecutions(new SFNClient({ region }), stateMachineArn),
      onProgress: sayProgress(console.log),
      signal: stopping.signal,
    },
  );
  console.log(terminalReport(report));
  const file = saveReport(report, options.out);
  const pageFile = file.replace(/(\.json)?$/, '.html');
  writeFileSync(pageFile, page);
  console.log(`The report is in ${file} and, to look at, in ${pageFile}`);
  return exitStatusOf(report);
};

try {
  const options = readOptions(process.argv.slice(2));
  if (options) process.exitCode = exitCodes[await load(options)];
  else console.log(usageOnAws);
} catch (error) {
  const why = stopping.signal.aborted ? new Stopped() : error;
  console.error(why instanceof Error ? why.message : why);
  process.exitCode = why instanceof Stopped ? 130 : 1;
}
process.exit();
