/** Sources are transformed to CommonJS for the tests: jest's ESM mode is still experimental and slower. */
export default {
  testEnvironment: '<rootDir>/test/support/ordinary-globals.ts',
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/test/**/*.test.tsx'],
  globalSetup: '<rootDir>/test/support/begin-run.ts',
  globalTeardown: '<rootDir>/test/support/end-run.ts',
  testSequencer: '<rootDir>/test/support/even-load.mjs',
  reporters: ['default', '<rootDir>/test/support/slowest-files.mjs'],
  // In milliseconds. Longer than every deadline inside a test, so that the test itself says what did not come.
  testTimeout: 60_000,
  setupFiles: ['<rootDir>/test/environment.cjs'],
  // On Node 20 each file leaves jest's async context behind, and every later promise of the worker pays for it: after a
  // hundred files a promise costs five times as much. A worker above this limit is replaced, which takes a second.
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
  // These packages are ES modules, which jest's CommonJS cannot load as they are.
  transformIgnorePatterns: ['/node_modules/(?!@noble/|qr/)'],
  moduleNameMapper: { '^playwright-core$': '<rootDir>/test/support/playwright.cjs' },
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/.startline'],
};
