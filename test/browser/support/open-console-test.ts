import type { Browser, BrowserContext, Page } from 'playwright-core';
import { consoleDoor } from '../../../lambdas/contract/console-routes';
import { httpRoutes } from '../../../lambdas/contract/routes';
import { httpApi } from '../../../local/gateway/api';
import { createGateway } from '../../../local/gateway/gateway';
import { siteFiles } from '../../../local/gateway/site-files';
import { listen } from '../../../local/listen';
import { freePort } from '../../../local/services/free-port';
import { openConsole } from '../../staff/console-world';
import { openBrowser } from './browser';
import { builtSite } from './open-browser-test';

/** The console as it is deployed, in a browser: its page, its function behind the gateway, a database. */
export const openConsoleTest = () => {
  let port = 0;
  const siteUrl = async () => {
    port ||= await freePort();
    return `http://localhost:${port}`;
  };
  const world = openConsole(siteUrl);
  let browser: Browser | undefined;
  let stop: (() => Promise<void>) | undefined;
  let faults: string[] = [];
  const now: { context?: BrowserContext; page?: Page } = {};
  const must = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The console is open only while a test runs');
    return value;
  };

  const openTab = async () => {
    const page = await must(now.context).newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    return page;
  };

  jest.setTimeout(90_000);
  beforeAll(async () => {
    const [site] = await Promise.all([builtSite(), siteUrl()]);
    const log = (problem: string, error: unknown) => faults.push(`${problem} ${String(error)}`);
    const open = Object.entries(httpRoutes).filter(([, name]) => name === 'browse-races');
    const routes: Record<string, 'browse' | 'console'> = {
      ...Object.fromEntries(open.map(([route]) => [route, 'browse' as const])),
      [consoleDoor]: 'console',
    };
    const handlers = { console: world.handle, browse: world.browse };
    const api = httpApi({ routes, handlers, now: () => new Date(), log });
    const gateway = createGateway({
      api,
      site: siteFiles(site, { '/config.json': '{}' }),
      originSecret: 'word',
      processorOrigin: 'http://localhost:9',
      log,
    });
    stop = await listen(gateway, port);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await stop?.();
  });
  beforeEach(async () => {
    faults = [];
    now.context = await must(browser).newContext({ viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' });
    await now.context.credentials.install();
    now.page = await openTab();
  });
  afterEach(async () => {
    await now.context?.close();
    expect(faults).toEqual([]);
  });

  return {
    direct: world.direct,
    get postgres() {
      return world.postgres;
    },
    get page() {
      return must(now.page);
    },
    get context() {
      return must(now.context);
    },
    get url() {
      return `http://localhost:${port}`;
    },
    openTab,
    /** Invites somebody. The address of a link that signs them in. */
    async invite(person: {
      readonly email: string;
      readonly name: string;
      readonly role: string;
      readonly raceId?: string;
    }) {
      await world.direct({ inviteStaff: person });
      return linkFor(person.email);
    },
    linkFor,
    /** Signs somebody in, who has used a passkey just now, without a walk. */
    async enter(...given: Parameters<typeof world.signedIn>) {
      const { secret, staffId } = await world.signedIn(...given);
      await must(now.context).addCookies([
        {
          name: '__Host-startline-staff',
          value: secret,
          url: `https://localhost:${port}`,
          secure: true,
          httpOnly: true,
          sameSite: 'Strict',
        },
      ]);
      return staffId;
    },
  };

  async function linkFor(email: string): Promise<string> {
    const { signInLink } = (await world.direct({ signInLink: { email } })) as { signInLink: { address: string } };
    return signInLink.address;
  }
};
