import { useLocation } from 'preact-iso/router';
import { Heading } from '../../src/page/heading';
import { ask } from '../http/ask';
import { at } from '../http/call';
import { useSending } from '../page/use-sending';
import { FailureNote } from '../page/words';
import * as t from '../texts/en';
import { signedIn } from './session';

/** The token of the mailed link that opened this page. */
let token: string | undefined;

/** Call it before anything is shown: the token must not stay in the address bar or in the history. */
export const takeLinkFromAddress = (): void => {
  if (location.pathname !== '/console/link' || location.hash === '') return;
  token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
};

/** A link works once, and some mail programs open every link before the reader does. So a button uses it. */
export const LinkPage = () => {
  const { route } = useLocation();
  const { isSending, failure, send } = useSending();
  const isOver = failure?.kind === 'problem' && failure.name !== 'too-many-requests';
  if (token === undefined || isOver)
    return (
      <section class="narrow" key="over">
        <Heading>{isOver ? t.linkUsedTitle : t.noLinkTitle}</Heading>
        <p>{isOver ? failure.detail : t.noLinkWords}</p>
        <p>
          <a class="button" href="/console">
            {t.askAnother}
          </a>
        </p>
      </section>
    );
  const open = () =>
    send(
      () => ask({ method: 'POST', url: at`/sign-in/link`, body: { token: token } }),
      async () => {
        token = undefined;
        await signedIn();
        route('/console', true);
      },
    );
  return (
    <section class="narrow" key="open">
      <Heading>{t.linkTitle}</Heading>
      <p>{t.linkWords}</p>
      <FailureNote failure={failure} />
      <button type="button" class="button" aria-disabled={isSending} onClick={open}>
        {isSending ? t.working : t.openLink}
      </button>
    </section>
  );
};
