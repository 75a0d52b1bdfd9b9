import { sha256 } from '../../lambdas/platform/signed-tokens';
import { enter } from './books';
import { openWatched } from './watched-system';

const watched = openWatched();

const waiver = 'I am fit to run.';
const documents = [{ kind: 'waiver', hash: sha256(waiver), signature: 'checkbox' }];
const mine = { kind: 'waiver', hash: sha256(waiver), name: 'Ada', by: 'self' };
const guardians = { ...mine, by: 'guardian', guardian: { name: 'Anne', email: 'anne@example.com' } };

let spot = 0;
beforeEach(() => {
  spot = 0;
});

/** Somebody who is registered with a form, on 1 March 2027 at noon in Berlin unless `at` says otherwise. */
const signedUp = async (birthDate: string, signatures: object | null, at = '2027-03-01T11:00:00Z') => {
  spot += 1;
  const id = await enter(watched.postgres, watched.race, spot);
  await watched.change(
    `UPDATE registration SET form_revision = 1, signatures = $2, submitted_at = $3,
       runner = jsonb_build_object('email', 'ada@example.com', 'birthDate', $4::text) WHERE id = $1`,
    [id, signatures && JSON.stringify(signatures), at, birthDate],
  );
  return id;
};

const openForm = async (definition: object, revision = 1) => {
  const { raceId } = watched.race;
  await watched.change(`UPDATE race SET time_zone = 'Europe/Berlin' WHERE id = $1`, [raceId]);
  await watched.change(
    `INSERT INTO legal_text (race_id, kind, hash, version, locale, text) VALUES ($1, 'waiver', $2, '1', 'en', $3)
     ON CONFLICT DO NOTHING`,
    [raceId, sha256(waiver), waiver],
  );
  await watched.change(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash) VALUES ($1, $3, $2, '{}', 'h')`,
    [raceId, JSON.stringify({ language: 'en', questions: [], ...definition }), revision],
  );
};

test('an adult who signed, and a minor whose guardian signed, are no finding', async () => {
  await openForm({ documents });
  await signedUp('1985-12-10', [mine]);
  await signedUp('2009-03-01', [mine]);
  const minor = await signedUp('2009-03-02', [guardians]);
  await watched.change(
    `INSERT INTO mail (registration_id, template, recipient, state)
     VALUES ($1, 'guardian-copy', 'anne@example.com', 'accepted')`,
    [minor],
  );
  // In Berlin it is the next day already: they are of age.
  await signedUp('2009-03-02', [mine], '2027-03-01T23:00:00Z');
  expect(await watched.found()).toEqual([]);
});

test('a minor without a signature of a guardian rings, and is named', async () => {
  await openForm({ documents });
  const id = await signedUp('2009-03-02', [mine]);
  expect((await watched.watch()).findings).toEqual([
    { name: 'ConsentsMissing', severity: 'broken', see: 'Consents are missing', count: 1, samples: [id] },
  ]);
});

test('somebody who signed nothing rings, and so does a signature on a text that nobody has', async () => {
  await openForm({ documents, adultAge: 16 });
  await signedUp('1985-12-10', null);
  await signedUp('1985-12-10', []);
  await signedUp('2009-03-02', [{ ...mine, hash: sha256('another text') }]);
  await signedUp('2009-03-02', [mine]);
  expect(await watched.found()).toEqual(['ConsentsMissing 3']);
});

test('where nothing is signed nothing is missing, and nothing of what was erased', async () => {
  await openForm({});
  await signedUp('2015-03-02', null);
  expect(await watched.found()).toEqual([]);
  await openForm({ documents }, 2);
  await watched.change('UPDATE registration SET form_revision = 2');
  expect(await watched.found()).toEqual(['ConsentsMissing 1']);
  await watched.change('UPDATE registration SET runner = NULL, signatures = NULL');
  expect(await watched.found()).toEqual([]);
});
