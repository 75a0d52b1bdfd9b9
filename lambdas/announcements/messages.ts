import * as v from 'valibot';
import { participantsAsked } from '../api/console/messages';
import { eventId, prose, raceId, registrationId, typedText } from '../api/fields';
import { knowsPlaceholders } from '../domain/announcement';
import { readSearch } from '../participants/participant';

const text = {
  raceId,
  subject: v.pipe(
    typedText(150),
    v.check(knowsPlaceholders, 'no-such-placeholder'),
    // Subjects are shown on locked screens, and stand in the logs of every server on the way. The link opens the registration.
    v.check((subject) => !subject.includes('{link}'), 'link-in-subject'),
  ),
  body: v.pipe(
    prose(5000),
    v.check(knowsPlaceholders, 'no-such-placeholder'),
    v.check((body) => !/\bhttp:\/\//i.test(body), 'not-https'),
  ),
  isService: v.optional(v.boolean(), false),
};

const { state, payment, mail, q } = participantsAsked.entries;

/** The filters of the list of participants. Without a state: those who are registered. */
const audience = {
  eventId: v.optional(eventId),
  state: v.optional(state.wrapped, 'registered'),
  payment,
  mail,
  q: v.optional(
    v.pipe(
      q.wrapped,
      v.check((typed) => readSearch(typed).kind !== 'too-short', 'search-too-short'),
    ),
    '',
  ),
};

/** A mail that tells people their bib must have the word for it: they are told once. */
const namesBib = ({ body, mail }: { readonly body: string; readonly mail?: string | undefined }) =>
  mail !== 'bib-untold' || body.includes('{number}');

const dryRun = v.optional(v.boolean(), false);

/** `{ "previewAnnouncement": { … } }`: who would get it, and the mails of three of them. */
export const previewAnnouncementMessage = v.strictObject({
  previewAnnouncement: v.pipe(
    v.strictObject({ ...text, ...audience }),
    v.forward(
      v.check((wished) => namesBib(wished), 'no-number-in-it'),
      ['body'],
    ),
  ),
});

/** `{ "testAnnouncement": { … } }`: a mail to the person who orders it. */
export const testAnnouncementMessage = v.strictObject({ testAnnouncement: v.strictObject({ ...text, dryRun }) });

/** `{ "sendAnnouncement": { … } }`: `announcementId` is made by the caller, so that a repeat sends nothing twice. */
export const sendAnnouncementMessage = v.strictObject({
  sendAnnouncement: v.pipe(
    v.strictObject({ announcementId: registrationId, ...text, ...audience, dryRun }),
    v.forward(
      v.check((wished) => namesBib(wished), 'no-number-in-it'),
      ['body'],
    ),
  ),
});

/** `{ "announcements": { … } }`: the last twenty of a race. */
export const announcementsMessage = v.strictObject({ announcements: v.strictObject({ raceId }) });

const one = v.strictObject({ raceId, announcementId: registrationId, dryRun });

/** `{ "stopAnnouncement": { … } }`: no further mail of it is ordered. */
export const stopAnnouncementMessage = v.strictObject({ stopAnnouncement: one });

/** `{ "resumeAnnouncement": { … } }`: it goes on where it stopped. */
export const resumeAnnouncementMessage = v.strictObject({ resumeAnnouncement: one });
