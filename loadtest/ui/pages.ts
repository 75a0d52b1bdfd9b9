import type { IncomingMessage, RequestListener } from 'node:http';
import { resolve } from 'node:path';
import { buildSync } from 'esbuild';
import type { TestReport } from '../report/test-report';
import { comparisonPage } from '../report-page/comparison-page';
import { reportPage } from '../report-page/report-page';
import { tellEvents } from './live-events';
import { livePage, quietPage } from './live-page';
import type { History } from './ports';
import { type Answers, answersOf, readWish } from './read-wish';
import { isFromUs, type Reply, readForm, send } from './reply';
import { problemPage, runPage, twoRunsPage } from './run-page';
import { runsPage } from './runs-page';
import { setupPage } from './setup-page';
import type { TestStand } from './test-stand';
import { where } from './where';

interface Needs {
  readonly stand: TestStand;
  readonly history: History;
  /** The form's values before anybody has changed them. */
  readonly defaults: Answers;
  readonly newSeed: () => number;
}

/** The load test's pages: to set a test up, to watch it, and to work with finished runs. */
export const loadPages = ({ stand, history, defaults, newSeed }: Needs): RequestListener => {
  const start = async (request: IncomingMessage): Promise<Reply> => {
    const answers = answersOf(await readForm(request));
    const read = readWish(answers, newSeed());
    if (read.kind === 'faults')
      return { kind: 'page', status: 422, html: setupPage({ answers, faults: read.faults }, stand.isBusy) };
    if (stand.start(read.wish, read.comment)) return { kind: 'go', to: where.now };
    return { kind: 'page', status: 409, html: setupPage({ answers, faults: {} }, true) };
  };

  const now = (): Reply => {
    const { current } = stand;
    if (!current) return { kind: 'page', html: quietPage() };
    if (current.end?.kind === 'done') return { kind: 'go', to: where.run(current.end.id) };
    return { kind: 'page', html: livePage(current) };
  };

  const compared = async (ids: readonly string[], isFile: boolean): Promise<Reply> => {
    const found = await Promise.all(ids.map((id) => history.find(id)));
    const [first, second] = found;
    if (first && second && found.length === 2)
      return isFile
        ? { kind: 'file', type: 'text/html', text: comparisonPage(first, second) }
        : { kind: 'page', html: twoRunsPage(first, second) };
    const { reports, damaged } = await history.list();
    return { kind: 'page', status: 422, html: runsPage(reports, damaged, 'Choose exactly two runs that are there') };
  };

  const change = async (request: IncomingMessage, id: string, doing: string): Promise<Reply> => {
    if (doing === '/delete') return (await history.remove(id)) ? { kind: 'go', to: where.runs } : missing();
    const text = (await readForm(request)).get('comment') ?? '';
    return (await history.comment(id, text.trim())) ? { kind: 'go', to: where.run(id) } : missing();
  };

  const answer = async (request: IncomingMessage, { pathname, searchParams }: URL): Promise<Reply> => {
    const [, id = '', doing = ''] =
      /^\/load\/runs\/([0-9a-f-]+)(\.json|\.html|\/comment|\/delete)?$/.exec(pathname) ?? [];
    if (request.method === 'POST') {
      if (pathname === where.set) return start(request);
      if (pathname === where.stop) {
        void stand.stop();
        return { kind: 'go', to: where.now };
      }
      return doing.startsWith('/') ? change(request, id, doing) : missing();
    }
    if (pathname === '/') return { kind: 'go', to: where.set };
    if (pathname === where.set)
      return { kind: 'page', html: setupPage({ answers: defaults, faults: {} }, stand.isBusy) };
    if (pathname === where.now) return now();
    if (pathname === where.script) return { kind: 'file', type: 'text/javascript', text: liveScript() };
    if (pathname === where.runs) {
      const { reports, damaged } = await history.list();
      return { kind: 'page', html: runsPage(reports, damaged) };
    }
    if (pathname === where.compare || pathname === `${where.compare}.html`)
      return compared(searchParams.getAll('run'), pathname.endsWith('.html'));
    const report = id && !doing.startsWith('/') ? await history.find(id) : undefined;
    return report ? asWished(report, doing) : missing();
  };

  return (request, response) => {
    // Joined, not resolved: a path that begins with two slashes would be read as another server's name.
    const url = new URL(`http://localhost${request.url ?? '/'}`);
    if (!isFromUs(request)) return void response.writeHead(403).end('Only pages of this server may ask for that.\n');
    if (url.pathname === where.events) return tellEvents(stand, request, response);
    answer(request, url).then(
      (reply) => send(response, reply),
      (error: unknown) =>
        send(response, {
          kind: 'page',
          status: 500,
          html: problemPage('That did not work', error instanceof Error ? error.message : String(error)),
        }),
    );
  };
};

const missing = (): Reply => ({
  kind: 'page',
  status: 404,
  html: problemPage('There is nothing here', 'Perhaps the run was deleted, or the address is not complete.'),
});

const asWished = (report: TestReport, extension: string): Reply => {
  if (extension === '.json') return { kind: 'file', type: 'application/json', text: JSON.stringify(report) };
  if (extension === '.html') return { kind: 'file', type: 'text/html', text: reportPage(report) };
  return { kind: 'page', html: runPage(report) };
};

let builtScript: string | undefined;

/** The pages' only script, bundled for browsers. */
const liveScript = (): string => {
  builtScript ??= buildSync({
    entryPoints: [resolve('loadtest/ui/live-script.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: ['es2022'],
    logLevel: 'silent',
  })
    .outputFiles.map(({ text }) => text)
    .join('');
  return builtScript;
};
