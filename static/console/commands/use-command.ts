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

interface CommandOptions {
  readonly onDone?: () => void;
  /** How long an answer may take, if it is longer than usual. */
  readonly timeoutMs?: number;
}

/** Orders a command: first a dry run, then the command itself. When it is sent again, it keeps its id. */
export const useCommand = <A>(raceId: string, name: string, { onDone, timeoutMs }: CommandOptions = {}) => {
  const [state, setState] = useState<CommandState<A>>({ kind: 'resting' });
  const id = useRef(newId());
  const slow = timeoutMs === undefined ? {} : { timeoutMs };
  const url = at`/races/${raceId}/commands/${name}`;

  const look = async (content: object): Promise<void> => {
    if (state.kind === 'acting') return;
    setState({ kind: 'looking' });
    const looked = newId();
    id.current = looked;
    const answer = await call<A>({ method: 'POST', url: `${url}?dry=true`, body: content, ...slow });
    // Something else was looked at meanwhile, or the command was left.
    if (id.current !== looked) return;
    setState(
      answer.kind === 'ok' ? { kind: 'shown', answer: answer.value, content } : { kind: 'resting', failure: answer },
    );
  };

  /** `more`: what the dry run answered and the command must name. */
  const act = async (more: object = {}): Promise<void> => {
    if (state.kind !== 'shown') return;
    const { content, answer: shown } = state;
    setState({ kind: 'acting', answer: shown, content });
    const answer = await call<A>({ method: 'POST', url, body: { ...content, ...more }, key: id.current, ...slow });
    if (answer.kind === 'ok') {
      setState({ kind: 'done', answer: answer.value });
      onDone?.();
      // It was refused now and not in the dry run, so what was shown is not true any more.
    } else if (answer.kind === 'problem' && answer.name !== 'results-locked') {
      setState({ kind: 'resting', failure: answer });
      // The answer with the secret was lost, but what it made is there, and can be withdrawn.
      if (answer.name === 'already-done') raceChanged(raceId);
    }
    // It waits for somebody else; or without an answer it may have been done, and sent again with the same id it gets the first answer.
    else setState({ kind: 'shown', answer: shown, content, failure: answer });
  };

  const rest = () => {
    id.current = newId();
    setState({ kind: 'resting' });
  };

  return { state, look, act, rest };
};
