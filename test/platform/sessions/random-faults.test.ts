import fc from 'fast-check';
import { type ListSessions, listSessions } from './list-sessions';
import { Notebook } from './notebook';
import { PoolInMemory, type RequestOutcome } from './pool-in-memory';
import { Timers } from './timers';

const people = ['ada', 'bob'];
const steps = fc.array(fc.record({ what: fc.constantFrom('note', 'look'), who: fc.constantFrom(...people) }), {
  minLength: 1,
  maxLength: 4,
});
const mischief = fc.array(fc.constantFrom('flush', 'remember', 'come back old', 'nothing'), { maxLength: 6 });
const outcomes = fc.infiniteStream(fc.constantFrom<RequestOutcome>('well', 'well', 'well', 'refused', 'lost'));
const coincidence = fc.record({
  scheduler: fc.scheduler(),
  programs: fc.array(steps, { minLength: 2, maxLength: 4 }),
  tricks: mischief,
  outcome: outcomes,
  writers: fc.infiniteStream(fc.uuid()),
  isFirstSick: fc.boolean(),
});

test('with one pool well, whatever the other one does and in whatever order: nothing kept is lost, nothing is read by another', async () => {
  const happen = async ({ scheduler, programs, tricks, outcome, writers, isFirstSick }: CoincidenceOf) => {
    const turn = () => scheduler.schedule(Promise.resolve());
    const timers = new Timers();
    let at = 1_800_000_000_000;
    let isOver = false;
    const sick = new PoolInMemory(turn, () => (isOver ? 'well' : (outcome.next().value ?? 'well')));
    const well = new PoolInMemory(turn);
    const pools = [sick.memcached, well.memcached] as const;
    const sessions: ListSessions = listSessions({
      pools: isFirstSick ? [pools[0], pools[1]] : [pools[1], pools[0]],
      // It goes on: who wrote later may know less.
      now: () => at++,
      newWriter: () => writers.next().value ?? '',
      pause: (milliseconds) => timers.after(milliseconds),
    });
    const notebook = new Notebook();
    const play = async (program: readonly { what: string; who: string }[]) => {
      for (const { what, who } of program)
        await (what === 'note' ? notebook.note(sessions, who) : notebook.look(sessions, who));
    };
    const misbehave = async () => {
      for (const trick of tricks) {
        await turn();
        await turn();
        if (trick === 'flush') sick.flush();
        if (trick === 'remember') sick.remember();
        if (trick === 'come back old') sick.comeBackOld();
      }
    };
    const lookAll = () => timers.run(scheduler, Promise.all(people.map((who) => notebook.look(sessions, who))));

    await timers.run(scheduler, Promise.all([misbehave(), ...programs.map(play)]));
    isOver = true;
    await lookAll();
    // By now each has repaired the other: one may fail.
    well.flush();
    await lookAll();
    expect(notebook.faults()).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(coincidence, happen), { numRuns: 400 });
});

type CoincidenceOf = typeof coincidence extends fc.Arbitrary<infer T> ? T : never;

test('the judge of these histories sees what is wrong with them', async () => {
  const notebook = new Notebook();
  const shelf = new Map([['ada', ['ada/1']]]);
  const forgetful = {
    note: async () => 'kept' as const,
    read: async (id: string) => ({ owner: 'bob', notes: shelf.get(id) ?? [] }),
    end: async () => {},
  };
  await notebook.note(forgetful, 'ada');
  await notebook.note(forgetful, 'ada');
  await notebook.look(forgetful, 'ada');
  shelf.set('bob', ['ada/1']);
  await notebook.look(forgetful, 'bob');
  expect(notebook.faults()).toEqual([
    'ada/2 was kept, and not read',
    'ada read the session of bob',
    'ada/1 was read in the session of bob, and never written there',
  ]);
});
