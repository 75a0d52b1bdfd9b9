/** The ids by which functions read their secrets on this machine. */
export const secretIds = {
  origin: 'startline/origin',
  signingKeys: 'startline/signing-keys',
  processor: 'startline/processor',
} as const;
