import { createLazyApi } from '../http/later-api';
import { request } from './needs';

export const lazyApi = createLazyApi(request);
