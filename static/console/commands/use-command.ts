import { useRef, useState } from 'preact/hooks';
import type { Failure } from '../http/ask';
import { at, call } from '../http/call';
import { changed } from '../http/data';
import { newId } from '../page/new-id';

/** `shown`: a dry run said what the command would do. `done`: it did. */
export type CommandState<A> =
  | { readonly kind: 'resting'; readonly failure?: Failure }
  | { readonly kind: 'looking' }
  | { readonly kind: 'shown' | 'acting'; readonly answer: A; readonly content: object; readonly failure?: Failure }
  | { readonly kind: 'done'; readonly answer: A };

/** Call it after a command. What the console and the runners' API say of the race is read again. */
export const raceChanged = (raceId: string): void => {
  changed(at`/races/${raceId}`);
  changed(`/api/races/${raceId}`);
};

/** Orders a command: first a dry run, then the command itself. When it is sent again, it keeps its id. */
export const useCommand = <A>(raceId: string, name: string, onDone?: () => void) => {
  const [state, setState] = useState<CommandState<A>>({ kind: 'resting' });
  const id = useRef(newId());
  const url = at`/races/${raceId}/commands/${name}`;

  const look = async (content: object): Promise<void> => {
    if (state.kind === 'looking' || state.kind === 'acting') return;
    setState({ kind: 'looking' });
    id.current = newId();
    const answer = await call<A>({ method: 'POST', url: `${url}?dry=true`, body: content });
    setState(
      answer.kind === 'ok' ? { kind: 'shown', answer: answer.value, content } : { kind: 'resting', failure: answer },
    );
  };

  const act = async (): Promise<void> => {
    if (state.kind !== 'shown') return;
    const { content, answer: shown } = state;
    setState({ kind: 'acting', answer: shown, content });
    const answer = await call<A>({ method: 'POST', url, body: content, key: id.current });
    if (answer.kind === 'ok') {
      setState({ kind: 'done', answer: answer.value });
      onDone?.();
      // It was refused now and not in the dry run, so what was shown is not true any more.
    } else if (answer.kind === 'problem') setState({ kind: 'resting', failure: answer });
    // Without an answer it may have been done. Sent again with the same id, it gets the first answer.
    else setState({ kind: 'shown', answer: shown, content, failure: answer });
  };

  return { state, look, act, rest: () => setState({ kind: 'resting' }) };
};
