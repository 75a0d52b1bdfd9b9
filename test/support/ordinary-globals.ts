import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

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
  }
}
