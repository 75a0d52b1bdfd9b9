import { createLaterApi } from '../http/later-api';
import { request } from './needs';

export const laterApi = createLaterApi(request);
