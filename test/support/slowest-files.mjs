/** A jest reporter that says, after a run of many files, which ones took longest. It decides nothing. */
const listed = 10;

export default class SlowestFiles {
  /** @type {string} */
  #rootDir;

  constructor({ rootDir }) {
    this.#rootDir = rootDir;
  }

  onRunComplete(_contexts, { testResults, startTime }) {
    // With few files jest's own lines say it.
    if (testResults.length <= listed) return;
    const slowest = testResults
      .filter(({ skipped }) => !skipped)
      .map(({ testFilePath, perfStats }) => ({ file: testFilePath, seconds: perfStats.runtime / 1000 }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, listed);
    const lines = slowest.map(
      ({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file.slice(this.#rootDir.length + 1)}`,
    );
    const all = ((Date.now() - startTime) / 1000).toFixed(0);
    process.stderr.write(
      `\nThe ${listed} slowest files of ${testResults.length} (${all} s in all):\n${lines.join('\n')}\n\n`,
    );
  }
}
