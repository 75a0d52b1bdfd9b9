import * as v from 'valibot';
import { email } from '../fields';

export const linkRequest = v.strictObject({ email });
export const linkRequested = v.strictObject({ status: v.literal('sent-if-known') });
