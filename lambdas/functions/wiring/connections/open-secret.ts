import { openSecret as open, type Secret } from '../../../platform/secret';
import { ahead } from './connect-ahead';

/** Is read at the first request, or ahead of it. */
export const openSecret = (id: string): Secret => {
  const secret = open(id);
  ahead(secret);
  return secret;
};
