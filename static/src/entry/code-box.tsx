import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../form/field';
import { failureWords } from '../page/problem-screen';
import * as words from '../texts/check';
import type { RefusedCode } from './use-quote';

interface CodeBoxProps {
  /** The code that the price is quoted with. */
  readonly used: string | undefined;
  /** What it takes off, as it is written; empty when it takes off nothing, absent while that is worked out. */
  readonly saved: string | undefined;
  readonly refused: RefusedCode | undefined;
  readonly isTrying: boolean;
  readonly onUse: (code: string | undefined) => void;
}

/** The box for a code that lowers the price, or the code that was taken. */
export const CodeBox = ({ used, saved, refused, isTrying, onUse }: CodeBoxProps) => {
  const [typed, setTyped] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const taken = useRef<HTMLParagraphElement>(null);
  const before = useRef(used);
  useEffect(() => {
    // The box that had the focus is gone, or back.
    if (used !== before.current) (used ? taken.current : document.getElementById('code'))?.focus();
    before.current = used;
  }, [used]);
  useEffect(() => {
    if (!refused) return;
    setTyped(refused.code);
    document.getElementById('code')?.focus();
  }, [refused]);
  if (used !== undefined)
    return (
      <p ref={taken} class="note code-taken" tabIndex={-1}>
        {words.codeTaken(used, saved)}{' '}
        <button type="button" class="plain" onClick={() => onUse(undefined)}>
          {words.codeRemove}
          <span class="aside-for-readers">{words.codeRemoveWhich(used)}</span>
        </button>
      </p>
    );
  const error = isEmpty ? words.codeEmpty : refused && words.codeRefused(refused.code, failureWords(refused.failure));
  return (
    <form
      class="code-box"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const code = typed.trim();
        setEmpty(code === '');
        if (code === '') document.getElementById('code')?.focus();
        else if (!isTrying) onUse(code);
      }}
    >
      <Field
        id="code"
        label={words.codeLabel}
        error={error}
        input={{
          value: typed,
          maxLength: 64,
          autoComplete: 'off',
          autoCapitalize: 'characters',
          spellcheck: false,
          onInput: ({ currentTarget }) => setTyped(currentTarget.value),
        }}
      />
      <button type="submit" class="button button-quiet" aria-disabled={isTrying}>
        {isTrying ? words.codeTrying : words.codeUse}
      </button>
    </form>
  );
};
