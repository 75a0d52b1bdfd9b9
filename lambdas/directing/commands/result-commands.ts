import {
  buildStartListMessage,
  correctResultMessage,
  eraseResultNameMessage,
  importResultsMessage,
  publishResultsMessage,
  resultSetsMessage,
  resultVersionsMessage,
  saveResultSetMessage,
} from '../../results/messages';
import { maxColumns } from '../../results/take/column-fields';
import { maxRows, type Unreadable } from '../../results/take/read-rows';
import { type Command, type CommandAnswer, command, refused } from '../command';
import { whyUnusable } from '../texts/csv';

/** What a director orders about results: a part of the table in `commands.ts`. */
export const resultCommands = {
  saveResultSet: command(saveResultSetMessage, async ({ results }, { saveResultSet: { dryRun, ...set } }) => {
    const answer = await results.save(set, dryRun);
    const { raceId, name } = set;
    switch (answer.kind) {
      case 'saved':
        return { savedResultSet: { raceId, setId: answer.setId, name, isNew: answer.isNew, dryRun } };
      case 'another-event':
        return refused('set-of-another-event', {}, [{ field: 'saveResultSet.name', code: 'of-another-event' }]);
      case 'no-such-event':
        return refused('no-such-event', {}, [
          { field: 'saveResultSet.eventId', code: 'not-of-this-race', other: raceId },
        ]);
    }
  }),

  buildStartList: command(buildStartListMessage, async ({ results }, { buildStartList: { dryRun, ...of } }) => {
    const answer = await results.buildStartList(of, dryRun);
    if (answer.kind !== 'built') return answer.kind === 'locked' ? locked() : noSuchSet('buildStartList', of.raceId);
    const { kind: _, refused: rows, removed: gone, ...built } = answer;
    const [refused, removed] = [rows.slice(0, mostRows), gone.slice(0, mostRows)];
    return { builtStartList: { setId: of.setId, ...built, refused, removed, dryRun } };
  }),

  importResults: command(importResultsMessage, async ({ results }, { importResults: { dryRun, ...file } }) => {
    const answer = await results.importRows({ ...file, isDryRun: dryRun });
    switch (answer.kind) {
      case 'imported': {
        const { kind: _, refused: rows, replaced, renamed, ...imported } = answer;
        const shown = {
          ...{ refusedRows: rows.length, refused: rows.slice(0, mostRows) },
          ...{ replacedValues: replaced.length, replaced: replaced.slice(0, mostValues) },
          ...{ renamedBibs: renamed.length, renamed: renamed.slice(0, mostNames) },
        };
        return { importedResults: { setId: file.setId, ...imported, ...shown, dryRun } };
      }
      case 'not-tried':
        return refused('import-not-tried', {}, []);
      case 'unreadable':
        return refused(
          'import-unreadable',
          { why: whyUnreadable(answer.why) },
          [],
          'columns' in answer.why ? { columns: answer.why.columns } : undefined,
        );
      case 'no-such-set':
        return noSuchSet('importResults', file.raceId);
      case 'locked':
        return locked();
    }
  }),

  correctResult: command(correctResultMessage, async ({ results }, message) => {
    const { raceId, setId, reason, gun, chip, penalty, hash: seen, dryRun, ...said } = message.correctResult;
    const change = { ...said, gunMs: gun, chipMs: chip, penaltyMs: penalty };
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const correction = { raceId, setId, change: { ...given, bib: said.bib }, reason, hash: seen, isDryRun: dryRun };
    const answer = await results.correct(correction);
    switch (answer.kind) {
      case 'corrected': {
        const { isChanged, seq, name, replaced, hash } = answer;
        // The answer to a command is kept for two weeks, and a name may have to be taken out before.
        const outlook = dryRun && { ...(name !== undefined && { name }), replaced, hash };
        return { correctedResult: { setId, bib: said.bib, isChanged, ...outlook, seq, dryRun } };
      }
      case 'not-as-seen':
        return refused('result-changed', {}, []);
      case 'refused':
        return refused('result-not-possible', { why: notPossible[answer.reason] }, []);
      case 'no-such-set':
        return noSuchSet('correctResult', raceId);
      case 'locked':
        return locked();
    }
  }),

  eraseResultName: command(eraseResultNameMessage, async ({ results }, { eraseResultName: { dryRun, ...erasure } }) => {
    const answer = await results.eraseName({ ...erasure, isDryRun: dryRun });
    switch (answer.kind) {
      case 'erased':
        return { erasedResultName: { setId: erasure.setId, bib: erasure.bib, dryRun } };
      case 'unknown-bib':
        return refused('result-not-possible', { why: noSuchBib }, []);
      case 'unknown-name':
        return refused('result-not-possible', { why: neverHadName }, []);
      case 'no-such-set':
        return noSuchSet('eraseResultName', erasure.raceId);
      case 'locked':
        return locked();
    }
  }),

  publishResults: command(publishResultsMessage, async ({ results }, { publishResults }) => {
    const { dryRun, note = '', ...order } = publishResults;
    const answer = await results.publish({ ...order, note, isDryRun: dryRun });
    switch (answer.kind) {
      case 'ordered':
        return {
          orderedResults: {
            setId: order.setId,
            kind: order.kind,
            seq: order.seq,
            ...(answer.difference && { difference: answer.difference }),
            dryRun,
          },
        };
      case 'stale':
        return refused('results-changed', {}, [], { seq: answer.seq });
      case 'underway':
        return refused('results-underway', {}, []);
      case 'no-such-set':
        return noSuchSet('publishResults', order.raceId);
      case 'locked':
        return locked();
    }
  }),

  resultVersions: command(resultVersionsMessage, async ({ results }, { resultVersions: { raceId, setId } }) => {
    const versions = await results.versions(raceId, setId);
    return versions ? { resultVersions: versions } : noSuchSet('resultVersions', raceId);
  }),

  resultSets: command(resultSetsMessage, async ({ results }, { resultSets: { raceId } }) => ({
    resultSets: await results.list(raceId),
  })),
} satisfies Readonly<Record<string, Command>>;

/** How many refused rows an answer lists. If every row of a file is wrong, the answer must still be short enough to be sent. */
const mostRows = 500;

/** How many values an answer compares with those that they replace: more than a person looks at. */
const mostValues = 50;

/** How many names an answer compares: enough to see whether it is the file of another ranking. */
const mostNames = 20;

const noSuchSet = (name: string, raceId: string): CommandAnswer =>
  refused('no-such-result-set', {}, [{ field: `${name}.setId`, code: 'not-of-this-race', other: raceId }]);

const locked = (): CommandAnswer => refused('results-locked', {}, []);

const whyUnreadable = (why: Unreadable): string => {
  switch (why.kind) {
    case 'no-bib':
      if (Object.keys(why.columns).some(isGarbled))
        return 'its first row cannot be read: the letters were read in another way than they were written. Save the file as UTF-8 ("CSV UTF-8" in Excel), and import that.';
      return 'no column has the bibs. Say which one has them: "columns": { "<its name>": "bib" }.';
    case 'no-such-column':
      return `it has no column "${why.column}", which "columns" names.`;
    case 'too-many-columns':
      return `it has more than ${maxColumns} columns. Leave out those that are not results.`;
    case 'other-events':
      return `none of its rows is of this ranking: column "${why.column}" says ${listed(why.said)}. Import it in the ranking of these. If the column says something else, leave it out: "columns": { "${why.column}": null }.`;
    case 'no-such-event':
      return `column "${why.column}" says ${listed(why.said)}, and no event of this race is called so. Write ${listed(why.events)} there. If the column says something else, leave it out: "columns": { "${why.column}": null }.`;
    case 'two-columns':
      return `column "${why.column}" means the same as a column before it. Say in "columns" what it is; null leaves it out.`;
    default:
      return whyUnusable(why, maxRows);
  }
};

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names.map((name) => `"${name}"`));

/** Has what stands for bytes that are no letters. */
const isGarbled = (name: string): boolean => /[\0\uFFFD]/.test(name);

const noSuchBib = 'nobody has this bib in this set.';
const neverHadName = 'nobody with this bib had this name in this set. Write the name as it was published.';

const notPossible = {
  twice: 'the bib is there twice. Send one row for each bib.',
  'unknown-bib': 'nobody has this bib. Give a name, too, and an entry is made, with the times that came in before.',
  'time-out-of-range': 'a time must be above zero and below a hundred hours.',
  'chip-above-gun': 'the chip time is longer than the gun time. Check both.',
  'no-time': 'the status is finished and there is no time. Give a time or another status.',
  'unknown-point': 'the result set has no such point. saveResultSet can add it.',
  'from-the-future': 'the time at which it was seen is in the future. Set the clock of the sender.',
} as const;
