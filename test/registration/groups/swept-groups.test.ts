import { membersOf, type Submission } from '../../../lambdas/domain/registration';
import { writeMembers } from '../../../lambdas/registration/record/postgres-groups';
import { idOf, openGroupFixture, outcomes, personOfLead } from '../../support/races/group-fixture';
import { groupFor } from '../../support/races/group-submission';

const { query, writer, recordGroup, raceInOneBlock, rowsOf, ordersOf, waitingIn, meanwhile } = openGroupFixture();

describe('a sweep', () => {
  const sweepOf = ({ hold: { registrationId, raceId, eventId, quote } }: Submission) => ({
    registrationId,
    raceId,
    eventId,
    amount: quote.total,
    currency: quote.currency,
  });
  const mailsTo = (submission: Submission) =>
    query(`SELECT body FROM outbox WHERE queue = 'mail' AND body ->> 'registrationId' = ANY ($1)`, [
      membersOf(submission).map(({ registrationId }) => registrationId),
    ]);

  test('that was faster has refused the one who pays: coming late, the others are refused too, and are known', async () => {
    const { race, block } = await raceInOneBlock(4);
    await query('UPDATE block SET owner = $2 WHERE id = $1', [block.id, 'somebody else']);
    const two = groupFor(race, block, [0, 1]);
    await writer().sweep([sweepOf(two)]);
    expect(await rowsOf(two)).toMatchObject([{ outcome: 'refused', via: 'sweep', share: null }]);
    expect(outcomes(await recordGroup(two))).toEqual(['refused as before', 'refused']);
    expect(await rowsOf(two)).toMatchObject([
      { outcome: 'refused', via: 'sweep', share: 4500, paid_as: null, person: personOfLead(two) },
      { outcome: 'refused', via: 'none', share: 4500, paid_as: idOf(two) },
    ]);
    expect(await mailsTo(two)).toHaveLength(1);
    expect(await ordersOf(two)).toEqual(['void 9000']);
    expect(await waitingIn(race)).toEqual([{ person: personOfLead(two), size: 2, rank: 0, state: 'waiting' }]);
    expect(outcomes(await recordGroup(two))).toEqual(['refused as before', 'refused as before']);
    expect(await mailsTo(two)).toHaveLength(1);
  });

  test('at the very moment they are written is obeyed', async () => {
    const { race, block } = await raceInOneBlock(4);
    const two = groupFor(race, block, [0, 1]);
    const { writer: slow } = meanwhile(writeMembers, () => writer().sweep([sweepOf(two)]));
    expect(outcomes(await slow.recordGroup(two))).toEqual(['refused as before', 'refused']);
    expect(await ordersOf(two)).toEqual(['void 9000']);
  });

  test('lets go of what was held under the id of one who is paid for already, and decides nothing', async () => {
    const { race, block } = await raceInOneBlock(4);
    const two = groupFor(race, block, [0, 1]);
    await recordGroup(two);
    const [, companion] = membersOf(two);
    if (!companion) throw new Error('two are two');
    await writer().sweep([{ ...sweepOf(two), registrationId: companion.registrationId, amount: 4500 }]);
    expect(await ordersOf(two)).toEqual(['capture 9000', 'void of a companion']);
    expect(await rowsOf(two)).toMatchObject([{ outcome: 'confirmed' }, { outcome: 'confirmed' }]);
  });

  test('after the message changes nothing', async () => {
    const { race, block } = await raceInOneBlock(4);
    const two = groupFor(race, block, [0, 1]);
    await recordGroup(two);
    await writer().sweep([sweepOf(two)]);
    expect(await rowsOf(two)).toMatchObject([{ outcome: 'confirmed' }, { outcome: 'confirmed' }]);
  });
});
