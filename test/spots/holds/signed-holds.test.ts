import { type Hold, maxGroupSize, quoteFor, quoteOf } from '../../../lambdas/domain/hold';
import { openSigner, sha256 } from '../../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { SignedTokens } from '../../../lambdas/registration/signed-tokens';

const kid = 'k'.repeat(16);
const holds = new SignedTokens(openSigner(async () => ({ kid, [kid]: 'a key of more than thirty-two characters' })));

/** The longest race that a director can make: every letter of its names takes three bytes. */
const longest = (people: number): Hold => {
  const spots = Array.from({ length: people }, (_, n) => ({ registrationId: uuid7(), spot: 9_999_990 + n }));
  const [own = { registrationId: '', spot: 0 }, ...companions] = spots;
  const label = `${'走'.repeat(80)}, ${'早'.repeat(60)}`;
  return {
    ...own,
    raceId: 'r'.repeat(63),
    eventId: uuid7(),
    block: uuid7(),
    companions,
    sessionHash: sha256('session'),
    quote: quoteFor(people, quoteOf('EUR', [{ label, amount: 99_999_999 }])),
    waiverHash: sha256('waiver'),
    form: 999_999,
    owner: sha256('owner'),
    counted: { address: '2001:0db8:ffff:ffff::/64', at: 1_900_000_000, seconds: 1800 },
    cardTries: 5,
    expiresAt: 4_102_444_800_000,
  };
};

test('the hold of the largest group is no longer than a token may be, however long the names of the race', async () => {
  const hold = longest(maxGroupSize);
  expect(await holds.readHold(await holds.signHold(hold))).toEqual(hold);
});

test('a hold with one number altered is none', async () => {
  const token = await holds.signHold(longest(2));
  const [name, text = '', mac] = token.split('.');
  const payload = JSON.parse(Buffer.from(text, 'base64url').toString());
  payload.companions[0].spot = 1;
  const altered = Buffer.from(JSON.stringify(payload)).toString('base64url');
  expect(await holds.readHold(`${name}.${altered}.${mac}`)).toBeUndefined();
});
