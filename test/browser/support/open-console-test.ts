import { consoleDoor } from '../../../lambdas/contract/console-routes';
import { httpRoutes } from '../../../lambdas/contract/routes';
import { httpApi } from '../../../local/gateway/api';
import { bucketFiles } from '../../../local/gateway/bucket-files';
import { createGateway } from '../../../local/gateway/gateway';
import { siteFiles } from '../../../local/gateway/site-files';
import { listen } from '../../../local/listen';
import { freePort } from '../../../local/services/free-port';
import { openConsole } from '../../staff/console-world';
import { builtSite } from './open-browser-test';
import { mustBeOpen, openWatchedTabs } from './watched-tabs';

/** The console as it is deployed, in a browser: its page, its function behind the gateway, a database. */
export const openConsoleTest = () => {
  let port = 0;
  const siteUrl = async () => {
    port ||= await freePort();
    return `http://localhost:${port}`;
  };
  const world = openConsole(siteUrl);
  const tabs = openWatchedTabs({ viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' });
  let gateway: ReturnType<typeof createGateway> | undefined;
  let stop: (() => Promise<void>) | undefined;
  let answer: (() => Promise<void>) | undefined;

  jest.setTimeout(90_000);
  beforeAll(async () => {
    const [site] = await Promise.all([builtSite(), siteUrl()]);
    const log = (problem: string, error: unknown) => tabs.fail(`${problem} ${String(error)}`);
    const open = Object.entries(httpRoutes).filter(([, name]) => name === 'browse-races');
    const routes: Record<string, 'browse' | 'console'> = {
      ...Object.fromEntries(open.map(([route]) => [route, 'browse' as const])),
      [consoleDoor]: 'console',
    };
    const handlers = { console: world.handle, browse: world.browse };
    const api = httpApi({ routes, handlers, now: () => new Date(), log });
    gateway = createGateway({
      api,
      site: siteFiles(site, { '/config.json': '{}' }),
      files: bucketFiles(world.objects.url),
      filesOrigin: new URL(world.objects.url).origin,
      originSecret: 'word',
      processorOrigin: 'http://localhost:9',
      log,
    });
    answer = async () => {
      stop = await listen(mustBeOpen(gateway), port);
    };
    await answer();
  });
  afterAll(() => stop?.());
  beforeEach(() => tabs.begin((context) => context.credentials.install()));

  return {
    direct: world.direct,
    call: world.call,
    signedIn: world.signedIn,
    get postgres() {
      return world.postgres;
    },
    get page() {
      return tabs.page;
    },
    get context() {
      return tabs.context;
    },
    get url() {
      return `http://localhost:${port}`;
    },
    openTab: tabs.openTab,
    /**
     * From now on nothing answers the browser. A browser that is told to be offline forgets it for a tab that is closed, and
     * what the tab kept is sent. Its service workers never hear of it.
     */
    async cutOff() {
      const stopped = stop?.();
      // Also those that a browser opened for later.
      gateway?.closeAllConnections();
      await stopped;
    },
    reconnect: async () => answer?.(),
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
      await tabs.context.addCookies([
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
