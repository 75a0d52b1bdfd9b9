import { claimsAreOver, type PersonalColumn } from './column';

/** The part of the register of personal data that is about staff and what they did. */
export const personalDataOfStaff: readonly PersonalColumn[] = [
  ...Object.entries({ email: 'e-mail address', name: 'name' }).map(([column, what]) => ({
    table: 'staff',
    column,
    holds: `${what} of somebody who works on races`,
    why: 'they sign in, and the audit says who did what',
    until: 'they work on no race any more, and nobody asks what they did',
    erase: 'replace' as const,
  })),
  {
    table: 'staff_passkey',
    column: 'name',
    holds: 'what its owner calls a passkey',
    why: 'its owner recognises it in a list',
    until: 'the passkey is deleted',
    erase: 'delete',
  },
  {
    table: 'staff_session',
    column: 'browser',
    holds: 'what the browser of somebody who works on races says of itself',
    why: 'its owner recognises it in a list',
    until: 'the session has been over for one day, and anybody signs in',
    erase: 'delete',
  },
  {
    table: 'staff_session',
    column: 'secret_hash',
    holds: "hash of a browser session's secret",
    why: 'proof that a browser belongs to somebody who works on races',
    until: 'the session has been over for one day, and anybody signs in',
    erase: 'delete',
  },
  {
    table: 'audit',
    column: 'operator',
    holds: 'the address or name of who called a command by the command line, as they gave it',
    why: 'the audit says who did what',
    until: claimsAreOver,
    erase: 'keep',
  },
];

export const noPersonalDataOfStaff: Readonly<Record<string, readonly string[]>> = {
  // `detail` has ids and amounts; the table is append-only, so nothing else may come in.
  audit: ['id', 'at', 'actor', 'action', 'event_id', 'registration_id', 'detail', 'race_id', 'staff_id', 'command_id'],
  // Answers that tell more than ids and amounts are not kept.
  command: ['id', 'staff_id', 'name', 'body_hash', 'answer', 'at', 'running_until', 'race_id'],
  // Counts alone.
  live_sample: ['race_id', 'at', 'sample'],
  verdict: ['one', 'at', 'compared_at', 'findings'],
  upload: ['id', 'race_id', 'sha256', 'type', 'bytes', 'state', 'made_by', 'made_at'],
  media_file: ['name', 'type', 'bytes', 'width', 'height', 'kept_at', 'looked_at'],
  staff: ['id', 'state', 'before_lock', 'enrol_until', 'created_at'],
  staff_role: ['staff_id', 'race_id', 'role', 'given_by', 'given_at'],
  staff_link: ['id', 'staff_id', 'kind', 'expires_at', 'used_at'],
  staff_challenge: ['challenge', 'staff_id', 'kind', 'expires_at'],
  staff_passkey: [
    'credential_id',
    'staff_id',
    'public_key',
    'counter',
    'transports',
    'backed_up',
    'created_at',
    'last_used_at',
    'locked_at',
  ],
  staff_session: ['staff_id', 'level', 'confirmed_at', 'created_at', 'seen_at', 'ended_at'],
};
