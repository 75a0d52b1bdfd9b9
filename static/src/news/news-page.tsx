import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { OptedOut } from '../../../lambdas/api/messages/opt-outs';
import { Heading } from '../page/heading';
import { lazyApi } from '../page/lazy-services';
import { ProblemScreen } from '../page/problem-screen';
import { SendingNote, useSending } from '../page/use-sending';
import { useToken } from '../page/use-token';
import * as t from '../texts/news';

const Broken = () => (
  <ProblemScreen title={t.brokenTitle}>
    <p>{t.broken}</p>
  </ProblemScreen>
);

/** Nothing is ended by opening the page: programs that look for malware open it, too. */
const News = ({ token }: { token: string }) => {
  const [now, setNow] = useState<OptedOut>();
  const { sending, send } = useSending();
  const failure = sending.kind === 'failed' ? sending.failure : undefined;
  if (failure?.kind === 'problem' && failure.name === 'not-found') return <Broken />;
  const button = (from: OptedOut['from'], label: string, isQuiet = false) => (
    <button
      type="button"
      class={isQuiet ? 'button button-quiet' : 'button'}
      aria-disabled={sending.kind === 'sending'}
      onClick={() => void send(() => lazyApi.endNews(token, from), setNow)}
    >
      {label}
    </button>
  );
  const isEnded = now !== undefined && now.from !== 'nothing';
  return (
    <section key={now?.from} class="sheet notice-sheet">
      <Heading>{t.title}</Heading>
      <p>{now ? t.ended[now.from](now.raceName) : t.lead}</p>
      <SendingNote failure={failure} />
      <div class="actions">
        {isEnded ? (
          button('nothing', t.undo, true)
        ) : (
          <>
            {button('race', t.ofRace)}
            {button('organiser', t.ofOrganiser, true)}
          </>
        )}
      </div>
      {now && (
        <p>
          <a href={`/races/${now.raceId}`}>{now.raceName}</a>
        </p>
      )}
    </section>
  );
};

/** Where the link in a mail with news leads. */
export const NewsPage = () => {
  const token = useToken('news', useRoute().params.raceId ?? '');
  return <div class="narrow">{token ? <News key={token} token={token} /> : <Broken />}</div>;
};
