import { readOwnBib } from '../bib/bib-api';
import type { Answered } from '../http/failure';
import { Heading } from '../page/heading';
import { bold } from '../page/marks';
import { NextActions } from '../page/next-actions';
import { ProblemScreen } from '../page/problem-screen';
import { tokenFor } from '../page/tokens';
import { useLoaded } from '../page/use-loaded';
import { readSeenRace } from '../race/read-race';
import { Bib } from '../registration/outcome/confirmation';
import * as changeTexts from '../texts/changes';
import * as t from '../texts/page';

interface SpotIsYoursProps {
  readonly registrationId: string;
  readonly raceId: string;
  readonly raceName: string;
  readonly eventName: string;
  readonly number: number;
  readonly runner: Parameters<typeof Bib>[0]['runner'] & { readonly email: string };
}

/** The spot was taken over. */
export const SpotIsYours = (props: SpotIsYoursProps) => {
  const { registrationId, raceId, raceName, eventName, runner } = props;
  const worn = useLoaded(registrationId, () => readWorn(props));
  const number = worn.kind === 'ok' ? worn.value : undefined;
  return (
    <section key="accepted" class="sheet confirmation">
      <Heading>{changeTexts.spotIsYours}</Heading>
      <Bib {...{ raceName, eventName, runner }} number={number ?? t.bibNone} />
      {worn.kind === 'ok' && number === undefined && <p>{t.bibsLater}</p>}
      <p>{changeTexts.takenOverMail(bold, runner.email)}</p>
      <NextActions raceHref={`/races/${raceId}`}>
        <a class="button" href={`/registrations/${registrationId}`}>
          {' '}
          {changeTexts.openYours}{' '}
        </a>
      </NextActions>
    </section>
  );
};

/** What somebody wears who took a spot over: the bib came with it. Undefined: none yet, or it cannot be read now. */
const readWorn = async ({
  registrationId,
  raceId,
  number,
}: SpotIsYoursProps): Promise<Answered<number | undefined>> => {
  const race = await readSeenRace(raceId);
  if (race.kind !== 'ok') return race;
  if (!race.value.bibs) return { kind: 'ok', value: number };
  const own = await readOwnBib(registrationId, tokenFor('registrations', registrationId) ?? '');
  return { kind: 'ok', value: own.kind === 'ok' ? own.value.bib : undefined };
};

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
