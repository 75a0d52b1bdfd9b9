import { digitsOf } from '../../src/page/money';
import { Choice } from '../page/field';
import * as w from '../texts/editing';
import { scaled, unscaled, valueAt, withValue } from './draft';
import { Files } from './files';
import { edit, InstantInput, inputId, ProseInput, type StepProps, TextInput } from './inputs';

const whole = (text: string) => scaled(text, 0);

export const Texts = (step: StepProps) => (
  <>
    <ProseInput step={step} path="description" label={w.description} hint={w.descriptionHint} rows={8} />
    <ProseInput step={step} path="notice" label={w.optional(w.notice)} hint={w.noticeHint} rows={2} />
    <Files {...step} />
    <section class="card" id={inputId('waiver')} tabIndex={-1} aria-label={w.waiverTitle}>
      <h2>{w.waiverTitle}</h2>
      <p>{w.waiverLead}</p>
      <TextInput step={step} path="waiver.version" label={w.waiverVersion} hint={w.waiverVersionHint} />
      <ProseInput step={step} path="waiver.text" label={w.waiverText} rows={8} />
    </section>
  </>
);

const minutes = (text: string) => {
  const value = whole(text);
  return typeof value === 'number' ? value * 60 : value;
};

const lineModeIn = (value: unknown) => (value === 'always' || value === 'never' ? value : 'auto');

export const Rules = (step: StepProps) => {
  const { editor, ready } = step;
  const { currency = 'EUR' } = ready.draft;
  return (
    <>
      <section>
        <h2>{w.rulesTitle}</h2>
        <div class="side-by-side">
          <InstantInput
            step={step}
            path="changes.cancelUntil"
            label={w.optional(w.cancelUntil)}
            hint={w.emptyMeansNever}
          />
          <TextInput
            step={step}
            path="changes.refundPercent"
            label={w.refundPercent}
            inputMode="numeric"
            parse={whole}
          />
        </div>
        <div class="side-by-side">
          <InstantInput
            step={step}
            path="changes.transferUntil"
            label={w.optional(w.transferUntil)}
            hint={w.emptyMeansNever}
          />
          <TextInput
            step={step}
            path="changes.transferFee"
            label={w.optional(`${w.transferFee}, ${currency}`)}
            hint={w.transferFeeHint}
            inputMode="decimal"
            format={(amount) => unscaled(amount as never, digitsOf(currency))}
            parse={(text) => scaled(text, digitsOf(currency))}
          />
        </div>
      </section>
      <section>
        <h2>{w.saleTitle}</h2>
        <TextInput
          step={step}
          path="sale.holdSeconds"
          label={w.optional(w.holdMinutes)}
          hint={w.holdHint}
          inputMode="numeric"
          format={(seconds) => (typeof seconds === 'number' ? String(seconds / 60) : String(seconds ?? ''))}
          parse={minutes}
        />
        <Choice
          id={inputId('isUnlisted')}
          label={w.listed}
          value={valueAt(ready.draft, 'isUnlisted') ? 'unlisted' : 'listed'}
          choices={[
            ['listed', w.isListed],
            ['unlisted', w.isUnlisted],
          ]}
          onChange={(value) =>
            edit(editor, (draft) => withValue(draft, 'isUnlisted', value === 'unlisted' ? true : undefined))
          }
        />
        <Choice
          id={inputId('lineMode')}
          label={w.lineMode}
          hint={w.lineModeHint}
          value={lineModeIn(valueAt(ready.draft, 'lineMode'))}
          choices={[
            ['auto', w.lineModes.auto],
            ['always', w.lineModes.always],
            ['never', w.lineModes.never],
          ]}
          onChange={(mode) => edit(editor, (draft) => withValue(draft, 'lineMode', mode === 'auto' ? undefined : mode))}
        />
      </section>
    </>
  );
};
