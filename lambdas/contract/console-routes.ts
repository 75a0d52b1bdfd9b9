/** API Gateway has one route for the whole console: it may have three hundred, and the console alone would need a third. */
export const consoleDoor = 'ANY /api/console/{path+}';

/** What somebody may be in a race, or in all races. */
type Role = 'owner' | 'director' | 'finance' | 'desk' | 'commentator' | 'viewer';

export interface ConsoleAccess {
  /**
   * `anyone`: nobody need be signed in. `self`: everybody who is signed in, about themselves, also before they used a passkey.
   * `command`: the roles that the command permits (`lambdas/directing/permitted-commands.ts`).
   */
  readonly who: 'anyone' | 'self' | 'command' | readonly Role[];
  /**
   * In which race the role counts. `path`: in the race of the address; somebody without one there is told that there is no such
   * race. `scope`: the same, or in all races where the address says `all`. `any`: in whichever. `all`: for all races.
   */
  readonly race?: 'path' | 'scope' | 'any' | 'all';
  /** It asks who is signed in, so nobody is an answer: 204. A browser would log 401 as an error on each sign-in page. */
  readonly orNobody?: true;
  /** A passkey was used within the last five minutes. */
  readonly confirmed?: true;
  /** What bounds how often a stranger may ask. Who is signed in may ask 1,200 times a minute. */
  readonly bound?: string;
  /** It takes long, reads a passkey, or shows all that is known of a person: thirty times a minute. */
  readonly isCostly?: true;
}

const directors = ['owner', 'director'] as const;
/** A viewer and a commentator see figures, and no names. */
const withNames = ['owner', 'director', 'finance', 'desk'] as const;
/** Who may take names and addresses out of the console. */
const exporters = ['owner', 'director', 'finance'] as const;
const everybody = ['owner', 'director', 'finance', 'desk', 'commentator', 'viewer'] as const;

/**
 * Everything that the console's function answers, and who may ask. test/staff/access.test.ts tries every role on every route.
 * A session is the proof of each: its cookie.
 */
export const consoleRoutes = {
  'POST /api/console/sign-in': { who: 'anyone', bound: 'requests of a network, and three open links of a person' },
  'POST /api/console/sign-in/link': { who: 'anyone', bound: 'signed links, each used once' },
  'POST /api/console/sign-in/challenge': { who: 'anyone', bound: 'requests of a network' },
  'POST /api/console/sign-in/passkey': { who: 'anyone', bound: 'challenges, each used once' },
  'GET /api/console/session': { who: 'self', orNobody: true },
  'DELETE /api/console/session': { who: 'self' },
  'GET /api/console/sessions': { who: 'self' },
  'DELETE /api/console/sessions': { who: 'self' },
  'GET /api/console/passkeys': { who: 'self' },
  'POST /api/console/passkeys/challenge': { who: 'self', isCostly: true },
  'POST /api/console/passkeys': { who: 'self', isCostly: true },
  'DELETE /api/console/passkeys/{passkeyId}': { who: everybody, race: 'any', confirmed: true },
  'POST /api/console/confirmations/challenge': { who: 'self', isCostly: true },
  'POST /api/console/confirmations': { who: 'self', isCostly: true },
  'GET /api/console/staff/{scope}': { who: ['owner'], race: 'scope' },
  'POST /api/console/staff/{scope}': { who: ['owner'], race: 'scope', confirmed: true, isCostly: true },
  'GET /api/console/staff/{scope}/{staffId}/integrations': { who: ['owner'], race: 'scope' },
  'PUT /api/console/staff/{scope}/{staffId}/role': { who: ['owner'], race: 'scope', confirmed: true },
  'DELETE /api/console/staff/{scope}/{staffId}/role': { who: ['owner'], race: 'scope', confirmed: true },
  'PUT /api/console/staff/{staffId}/state': { who: ['owner'], race: 'all', confirmed: true },
  'POST /api/console/staff/{staffId}/reset': { who: ['owner'], race: 'all', confirmed: true },
  'GET /api/console/audit': { who: ['owner'], race: 'all' },
  'GET /api/console/races': { who: everybody, race: 'any' },
  'GET /api/console/races/{raceId}': { who: everybody, race: 'path' },
  'POST /api/console/races': { who: directors, race: 'all' },
  'GET /api/console/races/{raceId}/document': { who: everybody, race: 'path' },
  'PUT /api/console/races/{raceId}/draft': { who: directors, race: 'path' },
  'DELETE /api/console/races/{raceId}/draft': { who: directors, race: 'path' },
  'POST /api/console/races/{raceId}/uploads': { who: directors, race: 'path' },
  'PUT /api/console/races/{raceId}/uploads/{uploadId}/completion': { who: directors, race: 'path', isCostly: true },
  'GET /api/console/races/{raceId}/mails': { who: everybody, race: 'path' },
  'POST /api/console/races/{raceId}/plan': { who: directors, race: 'path' },
  'POST /api/console/races/{raceId}/publication': { who: directors, race: 'path' },
  'DELETE /api/console/races/{raceId}/publication': { who: directors, race: 'path' },
  'GET /api/console/races/{raceId}/audit': { who: directors, race: 'path' },
  'GET /api/console/races/{raceId}/revisions': { who: everybody, race: 'path' },
  'GET /api/console/races/{raceId}/revisions/{revision}': { who: everybody, race: 'path' },
  // What is searched for is a name, and addresses are logged on the way: so it comes in the body.
  'POST /api/console/races/{raceId}/participants': { who: withNames, race: 'path' },
  'POST /api/console/races/{raceId}/waiting-list': { who: withNames, race: 'path' },
  'POST /api/console/races/{raceId}/participants/export': {
    who: directors,
    race: 'path',
    confirmed: true,
    isCostly: true,
  },
  'GET /api/console/races/{raceId}/exports': { who: exporters, race: 'path' },
  'GET /api/console/races/{raceId}/export-columns': { who: exporters, race: 'path' },
  'POST /api/console/races/{raceId}/exports': { who: exporters, race: 'path', confirmed: true, isCostly: true },
  'POST /api/console/races/{raceId}/waiting-list/exports': {
    who: exporters,
    race: 'path',
    confirmed: true,
    isCostly: true,
  },
  'PUT /api/console/races/{raceId}/exports/{exportId}': { who: exporters, race: 'path' },
  'POST /api/console/races/{raceId}/exports/{exportId}/link': { who: exporters, race: 'path', confirmed: true },
  // A desk signs in by a link alone. By hand, nobody opens a person every two seconds.
  'GET /api/console/races/{raceId}/participants/{registrationId}': { who: withNames, race: 'path', isCostly: true },
  'GET /api/console/races/{raceId}/sales': { who: everybody, race: 'path' },
  'GET /api/console/races/{raceId}/live': { who: everybody, race: 'path' },
  'GET /api/console/races/{raceId}/live/curve': { who: everybody, race: 'path' },
  'GET /api/console/races/{raceId}/commands': { who: everybody, race: 'path' },
  'POST /api/console/races/{raceId}/commands/{command}': { who: 'command', race: 'path' },
} as const satisfies Readonly<Record<string, ConsoleAccess>>;

export type ConsoleRoute = keyof typeof consoleRoutes;

/** In an address: for all races. */
export const allRaces = 'all';
