/** Sources are transformed to CommonJS for the tests: jest's ESM mode is still experimental and slower. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/test/**/*.test.tsx'],
  globalSetup: '<rootDir>/test/support/begin-run.ts',
  globalTeardown: '<rootDir>/test/support/end-run.ts',
  testSequencer: '<rootDir>/test/support/whole-systems-first.mjs',
  // Above the patience of what a test waits for, or it would not be told what did not come.
  testTimeout: 60_000,
  setupFiles: ['<rootDir>/test/environment.cjs'],
  // On Node 20 each file leaves jest's async context behind, which every later promise of its worker pays for: after a
  // hundred files promises cost five times as much. A new worker pays for none, but takes a second to begin.
  workerIdleMemoryLimit: Number.parseInt(process.versions.node, 10) < 24 ? '200MB' : '1GB',
  transform: {
    '^.+\\.(t|j|mj)sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: 'preact' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/.startline'],
};
