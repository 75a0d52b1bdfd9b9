import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { bundleFile, handlerName } from '../../../lib/bundling';
import { answerParent } from '../../cache/child';

/** Runs the deployed publisher once for each question, and says what CPU it took, in microseconds. */
const question = v.object({ functions: v.string(), environment: v.record(v.string(), v.string()) });

answerParent(async (asked) => {
  const { functions, environment } = v.parse(question, asked);
  Object.assign(process.env, environment);
  const loaded = await import(pathToFileURL(join(functions, 'publish-results', bundleFile)).href);
  const before = process.cpuUsage();
  await loaded[handlerName]({ source: 'aws.events' });
  return process.cpuUsage(before);
});
