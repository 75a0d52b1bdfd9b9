import type { Attack, Package } from '../attack';
import { type Answer, problemOf, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { asRunner, newId, newPerson } from '../world/person';
import { events } from '../world/races';
import type { Held, Registered, Runner } from '../world/runner';
import type { World } from '../world/world';

/** A runner with everything a request may need, so that only the bad part of a request is bad. */
export interface Sender {
  readonly world: World;
  readonly runner: Runner;
  readonly held: Held;
  readonly registered: Registered;
}

export interface BadRequest {
  readonly what: string;
  readonly send: (sender: Sender) => Promise<Answer>;
  readonly status: number | readonly number[];
  readonly problem?: string;
  readonly open?: Package;
}

const senders = new WeakMap<World, Promise<Sender>>();

/** The same checks for all requests to one system: none of them may change anything. */
const senderOf = (world: World): Promise<Sender> => {
  const known = senders.get(world);
  if (known) return known;
  const made = (async () => {
    const runner = world.runner('Sender');
    const registered = await runner.register(events.large);
    return { world, runner, registered, held: await runner.hold(events.large) };
  })();
  senders.set(world, made);
  return made;
};

export const holdJson = () => ({ registrationId: newId(), eventId: events.large.eventId });
export const holdsPath = `/api/races/${events.large.raceId}/holds`;

const submissionJson = ({ held }: Sender, changed: object = {}) => ({
  hold: held.hold,
  runner: asRunner(newPerson('Bad')),
  waiver: { hash: held.waiver, accepted: true },
  paymentMethod: 'pm_card_visa',
  ...changed,
});

export const submit = (sender: Sender, changed: object = {}) =>
  sender.runner.client.ask('PUT', `/api/registrations/${sender.held.registrationId}`, {
    json: submissionJson(sender, changed),
  });

/** A submission whose runner has one field changed. */
export const submitAs = (sender: Sender, changed: object) =>
  submit(sender, { runner: { ...asRunner(newPerson('Bad')), ...changed } });

/** A hold with this body, from an address of its own: refused requests then count against no other test. */
export const hold = ({ world }: Sender, json: unknown) => world.program().ask('POST', holdsPath, { json });
export const holdText = ({ world }: Sender, text: string | Uint8Array, headers: Record<string, string> = {}) =>
  world.program().ask('POST', holdsPath, { text, headers: { 'content-type': 'application/json', ...headers } });

const asAttack = (group: string, finding: string, one: BadRequest, n: number): Attack => ({
  id: `${group}${String(n + 1).padStart(2, '0')}`,
  finding,
  knows: 'nothing',
  tries: one.what,
  expects:
    [one.status]
      .flat()
      .map((status) => status || 'closed')
      .join(' or ') + (one.problem ? ` ${one.problem}` : ''),
  ...(one.open && { open: one.open }),
  attack: async (world) => {
    const answer = await one.send(await senderOf(world));
    const statuses = [one.status].flat();
    // For bytes that are no HTTP request, closing the connection at once is an answer.
    const isClosed = answer.status === 0 && statuses.includes(0) && !answer.text.startsWith('no answer');
    const evidence = isClosed ? new Evidence().note('closed') : new Evidence().saw('', answer);
    evidence.that(statuses.includes(answer.status), `answered ${answer.status} ${answer.text.slice(0, 200)}`);
    if (one.problem !== undefined && answer.status >= 400)
      evidence.that(
        problemOf(answer) === one.problem,
        `the problem is ${problemOf(answer)}: ${answer.text.slice(0, 200)}`,
      );
    if (answer.status === 422 && answer.headers['content-type']?.includes('problem'))
      evidence.that(textOf(answer, 'detail') !== '', 'it does not say what is wrong');
    // Every answer to a valid HTTP request carries the headers that protect a browser.
    if (![0, 400, 417, 431].includes(answer.status))
      evidence.that(answer.headers['x-content-type-options'] === 'nosniff', 'the answer may be sniffed');
    return evidence;
  },
});

export const asAttacks = (group: string, finding: string, requests: readonly BadRequest[]): readonly Attack[] =>
  requests.map((one, n) => asAttack(group, finding, one, n));
