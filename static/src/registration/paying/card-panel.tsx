import { useEffect, useRef, useState } from 'preact/hooks';
import type { QuoteMessage } from '../../../../lambdas/api/messages/holds';
import { announce } from '../../page/announce';
import { bold } from '../../page/marks';
import { readConfig } from '../../page/services';
import { useLoaded } from '../../page/use-loaded';
import { type CardFields, openCardFields } from '../../processor/card-fields';
import { hostsOf } from '../../processor/load-processor';
import * as t from '../../texts/page';
import * as pay from '../../texts/payment';

/** Where the fields of the card are. */
export type CardState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'ready'; readonly fields: CardFields };

/** Opens the processor's fields in `place`; `again` tries once more after they did not come. */
export const useCardFields = (quote: QuoteMessage) => {
  const place = useRef<HTMLDivElement>(null);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<CardState>({ kind: 'loading' });
  useEffect(() => {
    if (!place.current || quote.total === 0) return;
    const closing = new AbortController();
    setState({ kind: 'loading' });
    openCardFields(place.current, quote, closing.signal).then(
      (fields) => {
        if (closing.signal.aborted) return;
        setState({ kind: 'ready', fields });
        announce(pay.payLoaded);
      },
      () => {
        if (!closing.signal.aborted) setState({ kind: 'blocked' });
      },
    );
    return () => closing.abort();
  }, [round, quote.total, quote.currency]);
  return { place, state, again: () => setRound(round + 1) };
};

type CardPanelProps = ReturnType<typeof useCardFields>;

const Blocked = ({ again }: Pick<CardPanelProps, 'again'>) => {
  const config = useLoaded('config', readConfig);
  return (
    <div class="note note-bad" role="alert">
      <p>
        <b>{pay.payBlockedTitle}</b>
      </p>
      <p>{pay.payBlocked(bold, config.kind === 'ok' ? hostsOf(config.value) : [])}</p>
      <p>
        <button type="button" class="button button-quiet" onClick={again}>
          {t.tryAgain}
        </button>
      </p>
    </div>
  );
};

/** The place of the processor's fields. What stands there until they come is as high as they are. */
export const CardPanel = ({ place, state, again }: CardPanelProps) => (
  <fieldset class="card-panel" aria-busy={state.kind === 'loading'}>
    <legend>{pay.payCard}</legend>
    {state.kind === 'blocked' && <Blocked again={again} />}
    <div class={`card-place card-place-${state.kind}`}>
      {state.kind === 'loading' && <div class="card-skeleton" aria-hidden="true" />}
      <div ref={place} />
    </div>
    <p class="quiet">{pay.payPrivacy}</p>
  </fieldset>
);
