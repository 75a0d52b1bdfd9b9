import { createRequire } from 'node:module';
import { join } from 'node:path';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const load = createRequire(join(process.cwd(), 'package.json'));

/**
 * Jest's environment for Node, with ordinary globals. In its own, an interceptor is asked at each use of a global, which takes
 * a third of the CPU of tests that compute.
 */
export default class OrdinaryGlobals extends TestEnvironment {
  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    const { createContext } = vm;
    // Jest's constructor has no option for this context.
    Object.assign(vm, { createContext: () => createContext(vm.constants.DONT_CONTEXTIFY) });
    try {
      super(...given);
    } finally {
      Object.assign(vm, { createContext });
    }
    // Outside of the context: jest would load seven megabytes again for each file.
    Object.assign(this.global, { loadPlaywright: () => load('playwright-core') });
  }
}
