import type { Announcement, Announcements, Begun, Reach, SampleMail } from './ports';

interface Needs {
  readonly announcements: Announcements;
  /** Copies what is new of a race's participants. Undefined: there is no such race. */
  readonly catchUp: (raceId: string) => Promise<{ readonly isComplete: boolean } | undefined>;
  /** The mails that these registrations would get. */
  readonly write: (wished: Announcement, registrationIds: readonly string[]) => Promise<readonly SampleMail[]>;
}

type Unreached = { readonly kind: 'no-such-race' | 'no-such-event' | 'still-reading' | 'nobody' };

export type Previewed =
  | { readonly kind: 'previewed'; readonly reach: Reach; readonly samples: readonly SampleMail[] }
  | Unreached;

export type Announced =
  | { readonly kind: 'announced'; readonly reach: Reach; readonly sequence?: number }
  | Exclude<Begun, { kind: 'begun' }>
  | Unreached;

/** How often a race that nobody has looked at is copied before somebody is asked to come back. */
const mostRounds = 10;

/** Announcements to the registered runners of a race. */
export const announce = ({ announcements, catchUp, write }: Needs) => {
  const reachOf = async (wished: Announcement): Promise<Unreached | { kind: 'reached'; reach: Reach }> => {
    for (let round = 0; ; round++) {
      const copied = await catchUp(wished.raceId);
      if (!copied) return { kind: 'no-such-race' };
      if (copied.isComplete) break;
      if (round === mostRounds) return { kind: 'still-reading' };
    }
    const reach = await announcements.reach(wished);
    if (!reach) return { kind: 'no-such-event' };
    return reach.mails === 0 ? { kind: 'nobody' } : { kind: 'reached', reach };
  };

  return {
    async preview(wished: Announcement): Promise<Previewed> {
      const answer = await reachOf(wished);
      if (answer.kind !== 'reached') return answer;
      const samples = await write(wished, await announcements.samples(wished));
      return { kind: 'previewed', reach: answer.reach, samples };
    },

    /** Orders it: a job sends the mails. A dry run says whom it reaches. */
    async send(announcementId: string, wished: Announcement, isDryRun: boolean): Promise<Announced> {
      const answer = await reachOf(wished);
      if (answer.kind !== 'reached') return answer;
      const { reach } = answer;
      if (isDryRun) return { kind: 'announced', reach };
      const begun = await announcements.begin(announcementId, wished, reach);
      return begun.kind === 'begun' ? { kind: 'announced', reach, sequence: begun.sequence } : begun;
    },
  };
};

export type Announce = ReturnType<typeof announce>;
