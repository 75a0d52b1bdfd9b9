import { useLayoutEffect, useState } from 'preact/hooks';
import { type TokenKind, takeTokenFromAddress, tokenFor } from './tokens';

/** The token for this id, if this browser has one. */
export const useToken = (kind: TokenKind, id: string): string | undefined => {
  const [, setRound] = useState(0);
  // Not in useEffect, which waits for a frame: a link may be opened before that.
  useLayoutEffect(() => {
    // Opening a link in a tab that already shows this page changes only the fragment, and loads no document.
    const onFragment = () => {
      takeTokenFromAddress();
      setRound((round) => round + 1);
    };
    addEventListener('hashchange', onFragment);
    return () => removeEventListener('hashchange', onFragment);
  }, []);
  return tokenFor(kind, id);
};
