import { runAsChild } from '../child-process-main';
import { readSettings } from '../read-settings';
import { deployed } from '../sources/deployed-function';
import { pause } from '../sources/pause';
import { commentate } from './commentate';
import { keepTime } from './keep-time';

const { FUNCTIONS: folder, SITE_URL: site } = readSettings('FUNCTIONS', 'SITE_URL');
const stopping = new AbortController();

const answerMs = 10_000;
const post = async (path: string, key: string, body: object): Promise<unknown> => {
  const answer = await fetch(site + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
    signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(answerMs)]),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
};

const direct = deployed({ folder, name: 'direct', timeoutSeconds: 60 });
const telling = commentate({
  direct,
  keepTime: keepTime({ direct, post }),
  pause: (milliseconds) => pause(milliseconds, stopping.signal),
  isStopping: () => stopping.signal.aborted,
  log: (problem, error) => console.error(problem, error),
});

runAsChild('commentator', async () => {
  stopping.abort();
  await telling;
});
