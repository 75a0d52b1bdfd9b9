import { type PersonalColumn, raceIsOver } from './column';

/** The part of the register of personal data that is about bibs and check-in. */
export const personalDataOfBibs: readonly PersonalColumn[] = [
  {
    table: 'check_in',
    column: 'note',
    holds: 'what the desk wrote about handing out or taking back, such as who came instead of the runner',
    why: 'the desk and the director see what was done, and why',
    until: raceIsOver,
    erase: 'null',
  },
];

export const noPersonalDataOfBibs: Readonly<Record<string, readonly string[]>> = {
  bib_plan: ['race_id', 'ranges'],
  bib: ['race_id', 'number', 'registration_id', 'given_at', 'void_at'],
  desk: ['race_id', 'scans'],
  replaced_code: ['registration_id', 'version', 'race_id', 'seq', 'actor', 'at'],
  // A station is a table or a device.
  check_in: ['id', 'race_id', 'seq', 'registration_id', 'kind', 'proof', 'station', 'scanned_at', 'at', 'staff_id'],
};
