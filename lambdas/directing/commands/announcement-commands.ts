import type * as v from 'valibot';
import type { Announced, Previewed } from '../../announcements/announce';
import {
  announcementsMessage,
  previewAnnouncementMessage,
  resumeAnnouncementMessage,
  sendAnnouncementMessage,
  stopAnnouncementMessage,
  testAnnouncementMessage,
} from '../../announcements/messages';
import type { Announcement } from '../../announcements/ports';
import { readSearch } from '../../participants/participant';
import { type Command, type CommandAnswer, type CommandNeeds, command, refused } from '../command';

/** What a director writes to all runners: a part of the table in `commands.ts`. */
export const announcementCommands = {
  previewAnnouncement: command(previewAnnouncementMessage, async ({ announce }, { previewAnnouncement: wished }) => {
    const answer = await announce.preview(announcementOf(wished));
    if (answer.kind !== 'previewed') return unreached('previewAnnouncement', answer);
    return { previewedAnnouncement: { raceId: wished.raceId, ...answer.reach, samples: answer.samples } };
  }),

  testAnnouncement: command(testAnnouncementMessage, async ({ announcements }, message) => {
    const { dryRun, ...text } = message.testAnnouncement;
    const answer = await announcements.test(text, dryRun);
    switch (answer.kind) {
      case 'ordered':
        return { testedAnnouncement: { raceId: text.raceId, to: answer.to, dryRun } };
      case 'nobody':
        return refused('nobody-to-test', {}, []);
      case 'too-many':
        return refused('too-many-tests', {}, []);
    }
  }),

  sendAnnouncement: command(sendAnnouncementMessage, async ({ announce }, message) => {
    const { dryRun, announcementId, ...wished } = message.sendAnnouncement;
    const answer = await announce.send(announcementId, announcementOf(wished), dryRun);
    if (answer.kind !== 'announced') return unreached('sendAnnouncement', answer);
    const { reach, sequence } = answer;
    const sent = {
      raceId: wished.raceId,
      announcementId,
      ...reach,
      ...(sequence !== undefined && { sequence }),
      dryRun,
    };
    return { sentAnnouncement: sent };
  }),

  announcements: command(announcementsMessage, async ({ announcements }, message) => ({
    announcements: await announcements.list(message.announcements.raceId),
  })),

  stopAnnouncement: command(stopAnnouncementMessage, (needs, { stopAnnouncement }) =>
    steer(needs, 'stopAnnouncement', stopAnnouncement),
  ),

  resumeAnnouncement: command(resumeAnnouncementMessage, (needs, { resumeAnnouncement }) =>
    steer(needs, 'resumeAnnouncement', resumeAnnouncement),
  ),
} satisfies Readonly<Record<string, Command>>;

type Wished = Omit<v.InferOutput<typeof sendAnnouncementMessage>['sendAnnouncement'], 'announcementId' | 'dryRun'>;

/** Throws when too little is searched for, which the messages do not let through. */
const announcementOf = ({ eventId, state, payment, mail, q, ...text }: Wished): Announcement => {
  const search = readSearch(q);
  if (search.kind === 'too-short') throw new Error('a search of an announcement is too short');
  const ofMail = { isUnreached: mail === 'unreached', ...(mail === 'bib-untold' && { isBibUntold: true }) };
  return { ...text, audience: { search, eventId, state, payment, ...ofMail } };
};

const unreached = (
  name: string,
  answer: Exclude<Announced, { kind: 'announced' }> | Exclude<Previewed, { kind: 'previewed' }>,
): CommandAnswer => {
  switch (answer.kind) {
    case 'no-such-race':
      return refused('no-such-race', {}, [{ field: `${name}.raceId`, code: 'not-a-race' }]);
    case 'no-such-event':
      return refused('no-such-event', {}, []);
    case 'still-reading':
      return refused('still-copying', {}, []);
    case 'nobody':
      return refused('nobody-to-tell', {}, []);
    case 'id-reused':
      return refused('announcement-id-reused', {}, []);
    case 'too-many':
      return refused('too-many-announcements', { most: answer.most }, []);
  }
};

const steer = async (
  { announcements }: CommandNeeds,
  name: 'stopAnnouncement' | 'resumeAnnouncement',
  {
    raceId,
    announcementId,
    dryRun,
  }: { readonly raceId: string; readonly announcementId: string; readonly dryRun: boolean },
): Promise<CommandAnswer> => {
  const isStop = name === 'stopAnnouncement';
  if (await announcements.steer(isStop ? 'stopped' : 'sending', raceId, announcementId, dryRun))
    return { steeredAnnouncement: { raceId, announcementId, is: isStop ? 'stopped' : 'resumed', dryRun } };
  return refused('no-such-announcement', {}, [
    { field: `${name}.announcementId`, code: 'not-of-this-race', other: raceId },
  ]);
};
