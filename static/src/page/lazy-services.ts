import { createLazyApi } from '../http/lazy-api';
import { request } from './services';

export const lazyApi = createLazyApi(request);
