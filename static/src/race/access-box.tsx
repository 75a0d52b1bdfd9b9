import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../form/field';
import type { Failure } from '../http/failure';
import { failureWords } from '../page/problem-screen';
import { useSending } from '../page/use-sending';
import * as words from '../texts/code';
import { isOpen, keepCode, keepOpened, type Opened, openEvents } from './opened';

interface AccessBoxProps {
  readonly raceId: string;
  /** From a link: tried at once. */
  readonly given: string | undefined;
  readonly onOpened: (opened: Opened) => void;
}

/** A code that opens nothing may lower the price: it is kept until the price is worked out. */
const isKept = (failure: Failure) => failure.kind === 'problem' && failure.name === 'code-unknown';

/** The box for a code that opens events which are in no list. */
export const AccessBox = ({ raceId, given, onOpened }: AccessBoxProps) => {
  const [typed, setTyped] = useState(() => {
    const before = keepOpened(raceId).read();
    // Access that has ended is opened once more. While it is open, another code may be typed.
    return given ?? (before && !isOpen(before) ? before.code : '');
  });
  const [tried, setTried] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const { sending, send } = useSending();
  const said = useRef<HTMLDivElement>(null);
  const failure = sending.kind === 'failed' ? sending.failure : undefined;
  const open = () => {
    const code = typed.trim();
    setEmpty(code === '');
    setTried(code);
    if (code === '') document.getElementById('access-code')?.focus();
    else
      void send(
        () => openEvents(raceId, code),
        (value) => {
          setOpened(value);
          onOpened(value);
        },
      );
  };
  useEffect(() => {
    if (typed !== '') open();
    else document.getElementById('access-code')?.focus();
  }, []);
  useEffect(() => {
    if (failure && isKept(failure)) keepCode(raceId).write(tried);
    if (failure && !isKept(failure)) document.getElementById('access-code')?.focus();
    if (opened || (failure && isKept(failure))) said.current?.focus();
  }, [failure, opened]);
  const error = isEmpty ? words.accessEmpty : failure && !isKept(failure) ? failureWords(failure) : undefined;
  return (
    <section class="access" aria-labelledby="access-title">
      <h2 id="access-title">{words.accessTitle}</h2>
      <div ref={said} role="status" tabIndex={-1}>
        {opened && <p class="note">{words.accessOpened(opened.events.map(({ name }) => name))}</p>}
        {failure && isKept(failure) && <p class="note">{words.accessKept(tried)}</p>}
      </div>
      {!opened && (
        <form
          class="code-box"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            open();
          }}
        >
          <Field
            id="access-code"
            label={words.accessLabel}
            hint={words.accessHint}
            error={error}
            input={{
              value: typed,
              maxLength: 64,
              autoComplete: 'off',
              spellcheck: false,
              onInput: ({ currentTarget }) => setTyped(currentTarget.value),
            }}
          />
          <button type="submit" class="button button-quiet" aria-disabled={sending.kind === 'sending'}>
            {sending.kind === 'sending' ? words.accessTrying : words.accessUse}
          </button>
        </form>
      )}
    </section>
  );
};
