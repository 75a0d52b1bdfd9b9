/** The names under which the functions ask for their secrets on this machine. */
export const secretIds = {
  origin: 'startline/origin',
  signingKeys: 'startline/signing-keys',
  processor: 'startline/processor',
} as const;
