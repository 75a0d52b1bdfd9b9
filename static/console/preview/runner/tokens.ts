type Tokens = typeof import('../../../src/page/tokens');

export type { TokenKind } from '../../../src/page/tokens';

const tokens = new Map<string, string>();
const key = (kind: string, id: string) => `${kind}:${id}`;

/** In place of the tokens of this browser. */
export const keepToken: Tokens['keepToken'] = (kind, id, token) => void tokens.set(key(kind, id), token);
export const replaceLasting: Tokens['replaceLasting'] = keepToken;
export const tokenFor: Tokens['tokenFor'] = (kind, id) => tokens.get(key(kind, id));
export const takeTokenFromAddress = (): void => {};
export const dropPaymentParameters = (): void => {};
