import { inviteStaffMessage, resetPasskeysMessage, signInLinkMessage } from '../../staff/messages';
import { type Command, command, refused } from '../command';

/** What an operator orders about staff: a part of the table in `commands.ts`. The console has other routes for it. */
export const staffCommands = {
  inviteStaff: command(inviteStaffMessage, async ({ staff, newId }, { inviteStaff }) => {
    const { raceId, ...wish } = inviteStaff;
    const answer = await staff.invite({ ...wish, raceId, staffId: newId(), by: undefined });
    switch (answer.kind) {
      case 'invited':
        return { invitedStaff: { staffId: answer.staffId, role: wish.role, ...(raceId !== undefined && { raceId }) } };
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'inviteStaff.raceId', code: 'not-a-race' }]);
      case 'locked':
        return refused('staff-locked', {}, []);
      case 'last-owner':
        return refused('last-owner', {}, []);
      case 'too-many':
        return refused('too-many-invitations', {}, []);
    }
  }),

  signInLink: command(signInLinkMessage, async ({ staff, consoleLink }, message) => {
    const linkId = await staff.linkFor(message.signInLink.email);
    if (linkId === undefined) return refused('no-such-staff', {}, []);
    return { signInLink: { address: await consoleLink(linkId) } };
  }),

  resetPasskeys: command(resetPasskeysMessage, async ({ staff }, message) => {
    const { email } = message.resetPasskeys;
    if ((await staff.reset(email, undefined)) === 'not-found') return refused('no-such-staff', {}, []);
    return { resetPasskeys: { email } };
  }),
} satisfies Readonly<Record<string, Command>>;
