import type { SignedInMessage } from '../../../lambdas/api/console/messages';
import { Heading } from '../../src/page/heading';
import { useSending } from '../page/use-sending';
import { FailureNote } from '../page/words';
import * as t from '../texts/en';
import { NewPasskey } from './new-passkey';
import { confirmByPasskey } from './passkeys';
import { signedIn } from './session';

/** Stands in front of every screen until the person who opened a mailed link has used, or made, their passkey. */
export const PasskeyGate = ({ who }: { who: SignedInMessage }) => {
  if (who.mayEnrol)
    return (
      <section class="narrow" key="enrol">
        <Heading>{t.enrolTitle}</Heading>
        <p class="lead">{t.enrolLead(who.name)}</p>
        <NewPasskey then={signedIn} />
      </section>
    );
  if (who.passkeys === 0)
    return (
      <section class="narrow" key="none">
        <Heading>{t.noWayTitle}</Heading>
        <p>{t.noWayWords}</p>
      </section>
    );
  return <UsePasskey />;
};

const UsePasskey = () => {
  const { isSending, failure, send } = useSending();
  return (
    <section class="narrow">
      <Heading>{t.useTitle}</Heading>
      <p>{t.useLead}</p>
      <FailureNote failure={failure} />
      <p>
        <button type="button" class="button" aria-disabled={isSending} onClick={() => send(confirmByPasskey, signedIn)}>
          {t.usePasskey}
        </button>
      </p>
      <details>
        <summary>{t.lostTitle}</summary>
        <p>{t.lostWords}</p>
      </details>
    </section>
  );
};
