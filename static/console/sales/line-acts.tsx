import { useState } from 'preact/hooks';
import type { LineFiguresMessage } from '../../../lambdas/api/console/sales-messages';
import { CommandButton } from '../commands/command-button';
import { CommandForm } from '../commands/command-form';
import { Dialog } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import * as t from '../texts/en';
import * as s from '../texts/line';

interface Steered {
  readonly steeredLine: { readonly says: readonly string[] };
}

interface LineActsProps extends RaceScreenProps {
  readonly line: LineFiguresMessage;
}

/** What it does, as the server says it in sentences and figures. */
const says = ({ steeredLine }: Steered) => steeredLine.says.map((sentence) => <p key={sentence}>{sentence}</p>);

/** What a director does to a line. Each says first who is let in by it. */
export const LineActs = ({ race, may, line }: LineActsProps) => {
  const [open, setOpen] = useState<'hold' | 'pace' | 'postpone'>();
  const { state, held } = line;
  const isOn = state !== 'open' && state !== 'over';
  const maySet = may.command('setLine') && isOn;
  const isDrawAhead = line.kind === 'opening' && (state === 'lobby' || state === 'closing') && line.atGun !== 'open';
  return (
    <>
      {maySet && (held === undefined || open === 'hold') && (
        <OpenButton onOpen={() => setOpen('hold')}>{s.acts.hold}</OpenButton>
      )}
      {may.command('setLine') && (
        <CommandButton<Steered>
          raceId={race.id}
          command="setLine"
          content={{ paused: false }}
          label={s.acts.goOn}
          title={s.acts.goOn}
          act={s.acts.goOn}
          says={says}
          isButton
          isOffered={isOn && held !== undefined}
        />
      )}
      {maySet && <OpenButton onOpen={() => setOpen('pace')}>{s.acts.pace}</OpenButton>}
      {may.command('postponeDraw') && (isDrawAhead || open === 'postpone') && (
        <OpenButton onOpen={() => setOpen('postpone')}>{s.acts.postpone}</OpenButton>
      )}
      {may.command('openWide') && (
        <CommandButton<Steered>
          raceId={race.id}
          command="openWide"
          content={{}}
          label={s.acts.open}
          title={s.acts.open}
          act={s.acts.openAct}
          says={says}
          isButton
          isOffered={isOn}
        />
      )}
      {open && (
        <Dialog title={s.acts[open]} onClose={() => setOpen(undefined)}>
          {open === 'hold' && (
            <CommandForm<Steered>
              race={race}
              isInDialog
              command="setLine"
              title={s.acts.hold}
              lead={s.hold.lead}
              fields={[{ name: 'reason', label: s.hold.reason, hint: s.hold.reasonHint, kind: 'text' }]}
              content={(values) => ({ ...values, paused: true })}
              act={s.acts.hold}
              says={says}
            />
          )}
          {open === 'pace' && (
            <CommandForm<Steered>
              race={race}
              isInDialog
              command="setLine"
              title={s.acts.pace}
              lead={s.pace.lead}
              fields={[
                {
                  name: 'pace',
                  label: s.pace.percent,
                  hint: s.pace.percentHint,
                  kind: 'whole',
                  initial: String(Math.round(line.pace * 100)),
                },
              ]}
              content={({ pace }) => ({ pace: Number(pace) / 100 })}
              act={s.pace.act}
              says={says}
            />
          )}
          {open === 'postpone' && (
            <CommandForm<Steered>
              race={race}
              isInDialog
              command="postponeDraw"
              title={s.acts.postpone}
              lead={s.postpone.lead}
              fields={[{ name: 'minutes', label: s.postpone.minutes, hint: s.postpone.minutesHint, kind: 'whole' }]}
              act={s.acts.postpone}
              says={says}
            />
          )}
          <button type="button" class="plain" onClick={() => setOpen(undefined)}>
            {t.close}
          </button>
        </Dialog>
      )}
    </>
  );
};

interface BeginLineProps {
  readonly race: LineActsProps['race'];
  readonly line: LineFiguresMessage | undefined;
  /** The race sells. */
  readonly isOn: boolean;
}

/** Lets people wait for their turn from now on, where more of them come than can be served. */
export const BeginLine = ({ race, line, isOn }: BeginLineProps) => (
  <CommandButton<Steered>
    raceId={race.id}
    command="setLine"
    content={{ mode: 'always' }}
    label={s.acts.begin}
    title={s.acts.begin}
    act={s.acts.begin}
    says={says}
    isButton
    isOffered={isOn && Date.parse(race.opensAt) <= Date.now() && (line === undefined || line.state === 'open')}
  />
);

const OpenButton = ({ onOpen, children }: { readonly onOpen: () => void; readonly children: string }) => (
  <button type="button" class="button button-quiet" onClick={onOpen}>
    {children}
  </button>
);
