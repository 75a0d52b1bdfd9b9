import type { Person } from './people';

export interface Site {
  /** Without a slash at the end. */
  readonly url: string;
  readonly inbox: string;
}

interface Granted {
  readonly hold: string;
  readonly waiver: { readonly hash: string };
}

const answerMs = 20_000;

/** One browser: it keeps the cookie of its session. */
const openBrowser = ({ url }: Site) => {
  let cookie: string | undefined;
  return async (method: string, path: string, body: object, bearer?: string) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(cookie !== undefined && { cookie }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerMs),
    });
    const [set] = answer.headers.getSetCookie();
    cookie = set?.split(';')[0] ?? cookie;
    const text = await answer.text();
    return { status: answer.status, said: text, body: text === '' ? {} : JSON.parse(text) } as {
      readonly status: number;
      readonly said: string;
      readonly body: unknown;
    };
  };
};

/** Registers somebody by the API, as the page does, with the test card. `ticket`: of an offer. Throws unless it was accepted. */
export const register = async (
  site: Site,
  { raceId, eventId, registrationId, runner }: Person,
  ticket?: string,
): Promise<void> => {
  const ask = openBrowser(site);
  const held = await ask('POST', `/api/races/${raceId}/holds`, { registrationId, eventId, ...(ticket && { ticket }) });
  if (held.status !== 201) throw new Error(`${registrationId} got no spot: ${held.said}`);
  const { hold, waiver } = held.body as Granted;
  const paid = await ask('PUT', `/api/registrations/${registrationId}`, {
    ...{ hold, runner, paymentMethod: 'pm_card_visa' },
    waiver: { hash: waiver.hash, accepted: true },
  });
  if (paid.status !== 202) throw new Error(`${registrationId} was not accepted: ${paid.said}`);
};

/** Asks for a spot where none is left, and for a place on the list. Throws unless they are on their way to it. */
export const joinList = async (site: Site, { raceId, eventId, registrationId, runner }: Person): Promise<void> => {
  const ask = openBrowser(site);
  const refused = await ask('POST', `/api/races/${raceId}/holds`, { registrationId, eventId });
  const { permit } = refused.body as { readonly permit?: string };
  if (permit === undefined) throw new Error(`${registrationId} got no permit: ${refused.said}`);
  const { firstName, lastName, email, birthDate } = runner;
  const joined = await ask('POST', `/api/races/${raceId}/waiting-list`, {
    ...{ placeId: registrationId, eventId, permit },
    runner: { firstName, lastName, email, birthDate },
  });
  if (joined.status !== 202) throw new Error(`${registrationId} did not get on the list: ${joined.said}`);
};

interface Inbox {
  readonly emails: readonly { readonly body: { readonly text: string } }[];
}

/** The ticket in the mail about this place. Undefined: the mail is not there yet. */
export const mailedTicket = async (site: Site, { registrationId: placeId }: Person): Promise<string | undefined> => {
  const inbox = await fetch(`${site.inbox}/store`, { signal: AbortSignal.timeout(answerMs) });
  const { emails } = (await inbox.json()) as Inbox;
  const link = new RegExp(`/waiting-list/${placeId}#(\\S+)`);
  return emails.map(({ body }) => link.exec(body.text)?.[1]).find((found) => found !== undefined);
};

/** Opens the link in the mail about this place. False: it is not there yet. */
export const confirmPlace = async (site: Site, person: Person): Promise<boolean> => {
  const ticket = await mailedTicket(site, person);
  if (ticket === undefined) return false;
  const { status } = await openBrowser(site)(
    'POST',
    `/api/waiting-list/${person.registrationId}/confirmation`,
    {},
    ticket,
  );
  return status === 200;
};
