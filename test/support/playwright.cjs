/** In place of playwright-core, as jest.config.mjs says: the one that all files of tests of this worker share. */
module.exports = globalThis.loadPlaywright();
