import { type BibFileUnreadable, maxFileRows } from '../../bibs/giving/plan-file';
import {
  assignBibsMessage,
  bibsMessage,
  importBibsMessage,
  releaseBibMessage,
  saveBibRangesMessage,
  setBibMessage,
  swapBibsMessage,
} from '../../bibs/messages';
import type { BibChanged } from '../../bibs/ports';
import { type Command, type CommandAnswer, command, refused } from '../command';
import { whyUnusable } from '../texts/csv';

/** What a director orders about the numbers that runners wear: a part of the table in `commands.ts`. */
export const bibCommands = {
  bibs: command(bibsMessage, async ({ bibs }, { bibs: { raceId } }) => {
    const overview = await bibs.overview(raceId);
    return overview ? { bibs: overview } : noSuchRace('bibs');
  }),

  saveBibRanges: command(saveBibRangesMessage, async ({ bibs }, { saveBibRanges: { dryRun, ...wish } }) => {
    const { raceId, ranges } = wish;
    const answer = await bibs.saveRanges({ ...wish, isDryRun: dryRun });
    switch (answer.kind) {
      case 'saved':
        return { savedBibRanges: { raceId, ranges: ranges.length, dryRun } };
      case 'no-such-race':
        return noSuchRace('saveBibRanges');
      case 'changed':
        return refused('bib-ranges-changed', {}, []);
      case 'no-such-event':
        return refused('no-such-event', {}, [
          { field: `saveBibRanges.ranges.${answer.range}.eventId`, code: 'not-of-this-race', other: raceId },
        ]);
      case 'overlapping': {
        const [one, other] = answer.ranges;
        return refused('bib-ranges-overlap', { one: one + 1, other: other + 1 }, [
          { field: `saveBibRanges.ranges.${other}.from`, code: 'overlapping' },
        ]);
      }
    }
  }),

  assignBibs: command(assignBibsMessage, async ({ bibs }, { assignBibs: { dryRun, ...assignment } }) => {
    const { raceId } = assignment;
    const answer = await bibs.assign({ ...assignment, isDryRun: dryRun });
    switch (answer.kind) {
      case 'assigned': {
        const { given, sample, left } = answer;
        return { assignedBibs: { raceId, given, sample, left: left.slice(0, mostRows), leftOut: left.length, dryRun } };
      }
      case 'no-ranges':
        return refused('no-bib-ranges', {}, []);
      case 'no-such-race':
        return noSuchRace('assignBibs');
    }
  }),

  setBib: command(setBibMessage, async ({ bibs }, { setBib: { dryRun, ...change } }) => {
    const { registrationId } = change;
    const answer = await bibs.change({ ...change, isDryRun: dryRun });
    if (answer.kind === 'changed') {
      const { kind: _, ...changed } = answer;
      return { setBib: { registrationId, ...changed, dryRun } };
    }
    if (answer.kind === 'not-found')
      return refused('no-such-registration', {}, [{ field: 'setBib.registrationId', code: 'no-such-registration' }]);
    return refused('bib-not-given', { why: whyNotGiven(answer) }, []);
  }),

  swapBibs: command(swapBibsMessage, async ({ bibs }, { swapBibs: { dryRun, ...swap } }) => {
    const { raceId, numbers } = swap;
    const answer = await bibs.swap({ ...swap, isDryRun: dryRun });
    if (answer.kind === 'nobodys') return refused('bib-nobodys', { number: answer.number }, []);
    return { swappedBibs: { raceId, numbers, registrationIds: answer.registrationIds, dryRun } };
  }),

  releaseBib: command(releaseBibMessage, async ({ bibs }, { releaseBib: { dryRun, ...release } }) => {
    const { raceId, number, mayReuse } = release;
    const answer = await bibs.release({ ...release, isDryRun: dryRun });
    switch (answer.kind) {
      case 'released':
        return { releasedBib: { raceId, number, registrationId: answer.registrationId, mayReuse, dryRun } };
      case 'nobodys':
        return refused('bib-nobodys', { number }, []);
      case 'handed-out':
        return refused('bib-handed-out', { number }, []);
    }
  }),

  importBibs: command(importBibsMessage, async ({ bibs }, { importBibs: { dryRun, ...file } }) => {
    const { raceId } = file;
    const answer = await bibs.importFile({ ...file, isDryRun: dryRun });
    switch (answer.kind) {
      case 'imported': {
        const { kind: _, refused: rows, ...imported } = answer;
        const shown = { refusedRows: rows.length, refused: rows.slice(0, mostRows) };
        return { importedBibs: { raceId, ...imported, ...shown, dryRun } };
      }
      case 'not-tried':
        return refused('bibs-not-tried', {}, []);
      case 'unreadable':
        return refused('import-unreadable', { why: whyUnreadable(answer.why) }, []);
      case 'no-such-race':
        return noSuchRace('importBibs');
    }
  }),
} satisfies Readonly<Record<string, Command>>;

/** How many rows an answer lists. */
const mostRows = 500;

const noSuchRace = (name: string): CommandAnswer =>
  refused('no-such-race', {}, [{ field: `${name}.raceId`, code: 'not-a-race' }]);

const whyNotGiven = (answer: Exclude<BibChanged, { readonly kind: 'changed' | 'not-found' }>): string => {
  switch (answer.kind) {
    case 'taken':
      return answer.had
        ? `the number was given before, to the registration ${answer.by}, and may be on a printed bib. If nobody has that bib, releaseBib with "mayReuse" frees the number.`
        : `the registration ${answer.by} has this number. Choose another, or let the two change numbers with swapBibs.`;
    case 'ended':
      return 'this registration has no spot any more.';
    case 'not-run':
      return 'nobody runs in this event.';
    case 'no-range':
      return 'no range is for this runner. Say a number, or make a range for their event, gender and age.';
    case 'full':
      return 'all numbers of the ranges for this runner are given. Say a number, or make a range longer.';
  }
};

const whyUnreadable = (why: BibFileUnreadable): string => {
  switch (why.kind) {
    case 'no-column':
      return `no column is named "${why.column}". Export the participants, and fill in the column "bib" of that file.`;
    default:
      return whyUnusable(why, maxFileRows);
  }
};
