import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import * as v from 'valibot';
import { linkRequest } from '../../../lambdas/api/registrations';
import { ErrorSummary } from '../form/error-summary';
import { Field } from '../form/field';
import type { Failure } from '../http/failure';
import { Heading } from '../page/heading';
import { api } from '../page/needs';
import { inWords } from '../page/trouble';

type Stand = { readonly kind: 'typing' | 'sending' | 'sent' } | { readonly kind: 'failed'; readonly failure: Failure };

const wrong = 'Enter an e-mail address such as ada@example.com';

/** Sends the links again. The answer is the same whether or not we know the address: that is nobody else's business. */
export const LinkForm = ({ title, children }: { title: string; children: ComponentChildren }) => {
  const [email, setEmail] = useState('');
  const [round, setRound] = useState(0);
  const [stand, setStand] = useState<Stand>({ kind: 'typing' });
  const read = v.safeParse(linkRequest, { email });
  const error = round > 0 && !read.success ? wrong : undefined;

  const submit = async (event: Event) => {
    event.preventDefault();
    if (stand.kind === 'sending') return;
    if (!read.success) return setRound(round + 1);
    setStand({ kind: 'sending' });
    const answer = await api.requestLink(read.output.email);
    setStand(answer.kind === 'ok' ? { kind: 'sent' } : { kind: 'failed', failure: answer });
  };

  if (stand.kind === 'sent') {
    return (
      <section key="sent" class="sheet notice-sheet">
        <Heading>Look into your mail</Heading>
        <p>
          If <b>{email.trim()}</b> has registered with us, a mail with the link is on its way. It can take a few
          minutes; look among unwanted mail, too.
        </p>
        <div class="actions">
          <button type="button" class="button button-quiet" onClick={() => setStand({ kind: 'typing' })}>
            Use another address
          </button>
        </div>
      </section>
    );
  }
  return (
    <form key="form" class="sheet" noValidate onSubmit={(event) => void submit(event)}>
      <Heading>{title}</Heading>
      {children}
      <div class="note-place" role="status">
        {stand.kind === 'failed' && <p class="note note-bad">{inWords(stand.failure)} Please try again in a moment.</p>}
      </div>
      <ErrorSummary lines={error ? [{ to: 'link-email', message: error }] : []} round={round} />
      <Field
        id="link-email"
        label="E-mail address"
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
        <button type="submit" class="button" aria-disabled={stand.kind === 'sending'}>
          {stand.kind === 'sending' ? 'Sending…' : 'Send me the link'}
        </button>
      </div>
    </form>
  );
};
