import { Authenticating } from './registration/paying/authenticating';
import { PayForm } from './registration/paying/pay-form';
import { Paying } from './registration/paying/paying';

export { askBank, whenNoTabAsks } from './processor/ask-bank';
export { loadWhenIdle } from './processor/load-processor';

/** The third script: the pay step. The browser loads it when a spot is held. */
export const payPages = { authenticating: Authenticating, paying: Paying, payForm: PayForm };
