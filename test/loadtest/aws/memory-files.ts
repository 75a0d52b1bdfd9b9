import type { RunFiles } from '../../../loadtest/aws/run-files';

/** The files of one run, for tests that need no store. */
export class MemoryFiles implements RunFiles {
  readonly texts = new Map<string, string>();

  async put(name: string, text: string) {
    this.texts.set(name, text);
  }

  async get(name: string) {
    return this.texts.get(name);
  }
}
