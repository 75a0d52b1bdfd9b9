import { useRef, useState } from 'preact/hooks';
import { Field } from '../page/field';
import { useSending } from '../page/use-sending';
import { FailureNote } from '../page/words';
import * as t from '../texts/en';
import { makePasskey, type PasskeyAnswer } from './passkeys';

interface NewPasskeyProps {
  /** What must be done before a passkey can be made. */
  readonly first?: () => Promise<PasskeyAnswer>;
  readonly then: () => unknown;
}

/** The name of a passkey, and the button that makes it. */
export const NewPasskey = ({ first, then }: NewPasskeyProps) => {
  const [name, setName] = useState(t.thisDevice);
  const [isWrong, setWrong] = useState(false);
  const { isSending, failure, send } = useSending();
  const box = useRef<HTMLFormElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    const typed = name.trim();
    const isBad = typed === '' || typed.length > 60;
    setWrong(isBad);
    if (isBad) return box.current?.querySelector('input')?.focus();
    return send(async () => {
      const before = (await first?.()) ?? { kind: 'ok' as const };
      return before.kind === 'ok' ? makePasskey(typed) : before;
    }, then);
  };
  return (
    <form ref={box} noValidate onSubmit={submit}>
      <FailureNote failure={failure} />
      <Field
        id="passkey-name"
        label={t.passkeyNameLabel}
        hint={t.passkeyNameHint}
        error={isWrong ? t.passkeyNameWrong : undefined}
        input={{ value: name, autoComplete: 'off', onInput: ({ currentTarget }) => setName(currentTarget.value) }}
      />
      <button type="submit" class="button" aria-disabled={isSending}>
        {isSending ? t.working : t.makePasskey}
      </button>
    </form>
  );
};
