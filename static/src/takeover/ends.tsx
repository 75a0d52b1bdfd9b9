import { Heading } from '../page/heading';
import { bold } from '../page/marks';
import { NextActions } from '../page/next-actions';
import { ProblemScreen } from '../page/problem-screen';
import { Bib } from '../registration/outcome/confirmation';
import * as changeTexts from '../texts/changes';

interface SpotIsYoursProps {
  readonly registrationId: string;
  readonly raceId: string;
  readonly raceName: string;
  readonly eventName: string;
  readonly number: number;
  readonly runner: Parameters<typeof Bib>[0]['runner'] & { readonly email: string };
}

/** The spot was taken over. */
export const SpotIsYours = ({ registrationId, raceId, raceName, eventName, number, runner }: SpotIsYoursProps) => (
  <section key="accepted" class="sheet confirmation">
    <Heading>{changeTexts.spotIsYours}</Heading>
    <Bib {...{ raceName, eventName, number, runner }} />
    <p>{changeTexts.takenOverMail(bold, runner.email)}</p>
    <NextActions raceHref={`/races/${raceId}`}>
      <a class="button" href={`/registrations/${registrationId}`}>
        {' '}
        {changeTexts.openYours}{' '}
      </a>
    </NextActions>
  </section>
);

/** Why a spot cannot be taken over. */
export type Over = 'transfer-gone' | 'change-too-late' | 'already-registered';

interface EndedProps {
  readonly why: Over;
  readonly raceId: string;
  readonly onLookAgain: () => void;
  /** A card was tried for the fee. */
  readonly isPaid?: boolean;
}

export const Ended = ({ why, raceId, onLookAgain, isPaid }: EndedProps) => (
  <ProblemScreen key={why} title={changeTexts.transferEndedTitles[why]}>
    <p>{changeTexts.transferEnded[why]}</p>
    {isPaid && <p>{changeTexts.feeLetGo}</p>}
    <NextActions raceHref={`/races/${raceId}`}>
      {why === 'already-registered' && (
        <button type="button" class="button" onClick={onLookAgain}>
          {changeTexts.lookAgain}
        </button>
      )}
    </NextActions>
  </ProblemScreen>
);
