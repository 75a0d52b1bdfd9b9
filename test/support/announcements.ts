import type { AnnouncementLetters } from '../../lambdas/mail/opt-out/ports';
import type { Links } from '../../lambdas/mail/ports';

/** For tests of other mails. */
export const noAnnouncements: AnnouncementLetters = {
  find: async () => undefined,
  readersWith: async () => [],
  test: async () => undefined,
};

export const toOptOut: Links['toOptOut'] = async (_, raceId) => ({
  page: `https://startline.example/news/${raceId}#token`,
  oneClick: 'https://startline.example/api/opt-outs/token',
});

/** For the simulator, where nobody works on races and nobody writes to all runners. */
export const noOtherLetters = {
  staff: { byLink: async () => undefined, ofStaff: async () => undefined },
  announcements: noAnnouncements,
};
export const unsignedTokens = { signStaffLink: async () => '', signOptOut: async () => '' };
