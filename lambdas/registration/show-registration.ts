import type { Outcomes, Records, Tokens } from './ports';
import type { Status } from './status';

interface Needs {
  readonly tokens: Tokens;
  readonly outcomes: Pick<Outcomes, 'find'>;
  readonly records: Records;
  /** Told when the cache could not be asked: the database answers then. */
  readonly report: (error: unknown) => void;
}

export interface Question {
  readonly registrationId: string;
  /** A hold or a link from a mail. */
  readonly token: string;
  readonly sessionHash: string | undefined;
}

export type ShowAnswer =
  | { readonly kind: 'decided'; readonly status: Status }
  | { readonly kind: 'processing' | 'not-yours' | 'not-found' };

export type ShowRegistration = (question: Question) => Promise<ShowAnswer>;

/** Shows a registration to whoever brings its hold (in the session it was made for) or the link from its mail. */
export const showRegistration =
  ({ tokens, outcomes, records, report }: Needs): ShowRegistration =>
  async ({ registrationId, token, sessionHash }) => {
    const hold = await tokens.readHold(token);
    const holder = hold?.registrationId === registrationId && hold.sessionHash === sessionHash;
    if (!holder && (await tokens.readLink(token)) !== registrationId) return { kind: 'not-yours' };

    const remembered = await outcomes.find(registrationId).catch((error: unknown) => report(error));
    const status = remembered ?? (await records.find(registrationId));
    if (status) return { kind: 'decided', status };
    return { kind: holder ? 'processing' : 'not-found' };
  };
