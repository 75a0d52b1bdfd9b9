import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import * as v from 'valibot';
import { linkRequest } from '../../../lambdas/api/messages/links';
import { ErrorSummary } from '../form/error-summary';
import { Field } from '../form/field';
import * as later from '../texts/later';
import * as t from '../texts/page';
import { Heading } from './heading';
import { lazyApi } from './lazy-services';
import { bold } from './marks';
import { SendingNote, useSending } from './use-sending';

/** Sends the links again. The answer does not tell whether we know the address. */
export const LinkForm = ({ title, children }: { title: string; children: ComponentChildren }) => {
  const [email, setEmail] = useState('');
  const [round, setRound] = useState(0);
  const [isSent, setSent] = useState(false);
  const { sending, send } = useSending();
  const read = v.safeParse(linkRequest, { email });
  const error = round > 0 && !read.success ? later.linkWrong : undefined;

  const submit = (event: Event) => {
    event.preventDefault();
    if (!read.success) return setRound(round + 1);
    void send(
      () => lazyApi.requestLink(read.output.email),
      () => setSent(true),
    );
  };

  if (isSent) {
    return (
      <section key="sent" class="sheet notice-sheet">
        <Heading>{later.linkTitle}</Heading>
        <p>{later.linkSent(bold, email.trim())}</p>
        <div class="actions">
          <button type="button" class="button button-quiet" onClick={() => setSent(false)}>
            {later.linkOther}
          </button>
        </div>
      </section>
    );
  }
  return (
    <form key="form" class="sheet" noValidate onSubmit={submit}>
      <Heading>{title}</Heading>
      {children}
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      <ErrorSummary lines={error ? [{ to: 'link-email', message: error }] : []} round={round} />
      <Field
        id="link-email"
        label={later.linkLabel}
        error={error}
        input={{
          value: email,
          type: 'email',
          autoComplete: 'email',
          spellcheck: false,
          onInput: (event) => setEmail(event.currentTarget.value),
        }}
      />
      <div class="actions">
        <button type="submit" class="button" aria-disabled={sending.kind === 'sending'}>
          {sending.kind === 'sending' ? t.sending : later.linkSend}
        </button>
      </div>
    </form>
  );
};
