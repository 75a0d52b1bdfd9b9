import { useState } from 'preact/hooks';
import type { LineFiguresMessage } from '../../../lambdas/api/console/sales-messages';
import { CommandButton } from '../commands/command-button';
import { Dialog } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import { CapacityForm, ExpectForm, type SaleChanged, SaleSays } from '../race/spot-forms';
import * as c from '../texts/commands';
import * as t from '../texts/en';
import * as s from '../texts/sales';
import { BeginLine, LineActs } from './line-acts';

interface ActsProps extends RaceScreenProps {
  readonly line: LineFiguresMessage | undefined;
}

/** What a director may have to do within seconds. */
export const Acts = ({ race, may, line }: ActsProps) => {
  const [open, setOpen] = useState<'capacity' | 'expect'>();
  if (!['changeSale', 'changeCapacity', 'expectRunners'].some((name) => may.command(name))) return null;
  const isOn = race.events.some(({ sale }) => sale === 'on');
  const isOver = race.events.every(({ sale }) => sale === 'closed' || sale === 'cancelled');
  const sale = {
    raceId: race.id,
    command: 'changeSale',
    act: c.sale.act,
    isButton: true,
    says: (answer: SaleChanged, isDone: boolean) => <SaleSays race={race} answer={answer} isDone={isDone} />,
  };
  return (
    <section class="acts">
      <h2>{s.actTitle}</h2>
      <p class="quiet">{s.actLead}</p>
      <div class="actions">
        {line && <LineActs race={race} may={may} line={line} />}
        {may.command('setLine') && <BeginLine race={race} line={line} isOn={isOn} />}
        {may.command('changeSale') && (
          <>
            <CommandButton {...sale} content={{ sale: 'paused' }} label={s.pause} title={s.pause} isOffered={isOn} />
            <CommandButton {...sale} content={{ sale: 'on' }} label={s.resume} title={s.resume} isOffered={!isOn} />
            <CommandButton {...sale} content={{ sale: 'closed' }} label={s.close} title={s.close} isOffered={!isOver} />
          </>
        )}
        {may.command('changeCapacity') && (
          <button type="button" class="button button-quiet" onClick={() => setOpen('capacity')}>
            {s.capacity}
          </button>
        )}
        {may.command('expectRunners') && (
          <button type="button" class="button button-quiet" onClick={() => setOpen('expect')}>
            {s.expectMore}
          </button>
        )}
      </div>
      {open && (
        <Dialog title={open === 'capacity' ? c.capacity.title : c.expect.title} onClose={() => setOpen(undefined)}>
          {open === 'capacity' ? <CapacityForm race={race} isInDialog /> : <ExpectForm race={race} isInDialog />}
          <button type="button" class="plain" onClick={() => setOpen(undefined)}>
            {t.close}
          </button>
        </Dialog>
      )}
    </section>
  );
};
