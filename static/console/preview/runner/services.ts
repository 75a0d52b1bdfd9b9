import { uuid7 } from '../../../src/flow/random-ids';
import { createApi } from '../../../src/http/api';
import type { Request } from '../../../src/http/request';
import { serverClock } from './clock';
import { answerLocally } from './local-answers';
import { askBank, whenNoTabAsks } from './no-card';
import { theWorld } from './world';

type Services = typeof import('../../../src/page/services');

/** In place of the services of the page. Nothing here sends anything: every call is answered by the preview itself. */
export const request: Request = (call) => answerLocally(theWorld(), call);
export const api: Services['api'] = createApi(request);
export const readConfig: Services['readConfig'] = () => api.config();
export const isThere: Services['isThere'] = async () => false;
export const prepareToPay: Services['prepareToPay'] = () => {};
export const bank: Services['bank'] = { ask: askBank, free: whenNoTabAsks };
export const prove: Services['prove'] = async () => undefined;
export const newId: Services['newId'] = () => uuid7(serverClock.now(), crypto.getRandomValues(new Uint8Array(10)));
export const withLock: Services['withLock'] = () => (work) => work();
