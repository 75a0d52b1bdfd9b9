import { useRef, useState } from 'preact/hooks';
import { Heading } from '../../src/page/heading';
import { ask } from '../http/ask';
import { at } from '../http/call';
import { Field } from '../page/field';
import { useSending } from '../page/use-sending';
import { FailureNote } from '../page/words';
import * as t from '../texts/en';
import { signInByPasskey } from './passkeys';
import { signedIn } from './session';

export const mailLink = (email: string) => ask({ method: 'POST', url: at`/sign-in`, body: { email } });

export const looksLikeEmail = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);

/** Two ways in: a passkey, or a mailed link. Neither says whether an address is known. */
export const SignInPage = () => {
  const [email, setEmail] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const { isSending, failure, send } = useSending();
  const box = useRef<HTMLFormElement>(null);

  if (sentTo !== undefined)
    return (
      <section class="narrow" key="sent">
        <Heading>{t.linkSentTitle}</Heading>
        <p>{t.linkSent(sentTo)}</p>
        <button type="button" class="plain" onClick={() => setSentTo(undefined)}>
          {t.anotherAddress}
        </button>
      </section>
    );

  const submit = (event: Event) => {
    event.preventDefault();
    const typed = email.trim();
    setWrong(!looksLikeEmail(typed));
    if (!looksLikeEmail(typed)) return box.current?.querySelector('input')?.focus();
    return send(
      () => mailLink(typed),
      () => setSentTo(typed),
    );
  };
  return (
    <section class="narrow" key="ask">
      <Heading>{t.signInTitle}</Heading>
      <p>{t.signInLead}</p>
      <FailureNote failure={failure} />
      <p>
        <button type="button" class="button" aria-disabled={isSending} onClick={() => send(signInByPasskey, signedIn)}>
          {t.byPasskey}
        </button>
      </p>
      <p class="or">{t.or}</p>
      <form ref={box} noValidate onSubmit={submit}>
        <Field
          id="email"
          label={t.emailLabel}
          hint={t.emailHint}
          error={isWrong ? t.emailWrong : undefined}
          input={{
            type: 'email',
            name: 'email',
            autoComplete: 'email',
            inputMode: 'email',
            spellcheck: false,
            value: email,
            onInput: ({ currentTarget }) => setEmail(currentTarget.value),
          }}
        />
        <button type="submit" class="button button-quiet" aria-disabled={isSending}>
          {isSending ? t.working : t.sendLink}
        </button>
      </form>
    </section>
  );
};
