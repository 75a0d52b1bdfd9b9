import { useState } from 'preact/hooks';
import type { OwnDonationMessage } from '../../../lambdas/api/messages/form/fundraisers';
import sheet from '../../style/giving.css';
import { useLoaded } from '../page/use-loaded';
import { SendingNote, useSending } from '../page/use-sending';
import * as words from '../texts/giving';
import * as t from '../texts/page';
import { fundraiserApi } from './fundraiser-api';

interface DonorNameProps {
  readonly raceId: string;
  readonly registrationId: string;
  readonly token: string;
}

const Choice = ({ raceId, token, before }: DonorNameProps & { readonly before: OwnDonationMessage }) => {
  const [own, setOwn] = useState(before);
  const { sending, send } = useSending();
  const isSending = sending.kind === 'sending';
  const { registrationId, slug, title, isHidden, isNamed } = own;
  return (
    <section class="changes" aria-labelledby="donor">
      <link rel="stylesheet" href={sheet} />
      <h2 id="donor">{words.donorTitle}</h2>
      <p class="fundraiser">{isHidden ? title : <a href={`/races/${raceId}/fundraisers/${slug}`}>{title}</a>}</p>
      <p role="status">{isNamed ? words.donorNamed : words.donorUnnamed}</p>
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      <button
        type="button"
        class="button button-quiet"
        aria-disabled={isSending}
        onClick={() => void send(() => fundraiserApi.nameDonor(registrationId, token, { isNamed: !isNamed }), setOwn)}
      >
        {isSending ? t.sending : isNamed ? words.donorHide : words.donorShow}
      </button>
    </section>
  );
};

/** Whether somebody who gave to a fundraiser is named there. Nothing for those who gave to none. */
export const DonorName = (props: DonorNameProps) => {
  const { registrationId, token } = props;
  const loaded = useLoaded(registrationId, () => fundraiserApi.donation(registrationId, token));
  return loaded.kind === 'ok' ? <Choice {...props} before={loaded.value} /> : null;
};
