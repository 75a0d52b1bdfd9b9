import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { Heading } from '../../src/page/heading';
import { useValue } from '../../src/page/use-value';
import { AskFirst } from '../page/ask-first';
import { localInstant, shortTime } from '../page/instants';
import { Dialog, FailureNote, Missing, Note, Reading } from '../page/words';
import { previewPath } from '../preview/preview-path';
import type { RaceScreenProps } from '../race/race-screen';
import { StatePill } from '../races/state-pill';
import { session } from '../sign-in/session';
import * as w from '../texts/editing';
import * as t from '../texts/en';
import * as m from '../texts/mails';
import * as p from '../texts/preview';
import { type Editor, openEditor, type Ready } from './editor';
import { Review } from './review';
import { Basics, Events, Prices } from './steps';
import { Rules, Texts } from './texts-and-rules';

const lastStep = 5;
/** How often it is looked whether somebody else saved. */
const lookMs = 15_000;
const screens = [Basics, Events, Prices, Texts, Rules];

/** A race that was never published. */
export const DraftPage = () => {
  const { raceId = '' } = useRoute().params;
  return (
    <div class="column">
      <EditorOf key={raceId} raceId={raceId} isAlone />
    </div>
  );
};

/** The settings of a race that runners see. */
export const SettingsScreen = ({ race }: RaceScreenProps) => <EditorOf key={race.id} raceId={race.id} />;

/** `isAlone`: no screen around it says which race it is. */
const EditorOf = ({ raceId, isAlone = false }: { raceId: string; isAlone?: boolean }) => {
  const editor = useMemo(() => openEditor(raceId), [raceId]);
  useEffect(() => {
    void editor.read();
    const timer = setInterval(() => document.hidden || void editor.look(), lookMs);
    return () => clearInterval(timer);
  }, [editor]);
  const state = useValue(editor.state);
  switch (state.kind) {
    case 'reading':
      return <Reading what={t.things.race} />;
    case 'failed':
      if (state.failure.kind === 'problem' && state.failure.name === 'not-found') return <Missing />;
      return (
        <section class="narrow">
          <Heading>{t.failedTitle}</Heading>
          <FailureNote failure={state.failure} />
          <button type="button" class="button button-quiet" onClick={() => void editor.read()}>
            {t.tryAgain}
          </button>
        </section>
      );
    case 'ready':
      return <Wizard raceId={raceId} editor={editor} ready={state} isAlone={isAlone} />;
  }
};

interface WizardProps {
  readonly raceId: string;
  readonly editor: Editor;
  readonly ready: Ready;
  readonly isAlone: boolean;
}

const Wizard = ({ raceId, editor, ready, isAlone }: WizardProps) => {
  const { query, path, route } = useLocation();
  const isDraft = ready.document === undefined;
  const asked = Number(query.step);
  const step = asked >= 1 && asked <= lastStep ? asked : isDraft ? ready.step : 1;
  // Steps that were left show what is missing in them.
  const [furthest, setFurthest] = useState(isDraft ? ready.step : lastStep);
  useEffect(() => setFurthest((before) => Math.max(before, step)), [step]);
  const isSaved = ready.saving === 'saved';
  // Not `useEffect`, which waits for the next frame: the window may be closed before it.
  useLayoutEffect(() => {
    if (isSaved) return;
    // What is typed is saved when its field is left, and who closes the window leaves none. It is saved while the browser asks.
    const ask = (event: Event) => {
      event.preventDefault();
      void editor.save();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSaved]);
  const go = (to: number) => {
    void editor.go(to);
    route(`${path}?step=${to}`);
  };
  const Screen = screens[step - 1] ?? Basics;
  const name = ready.draft.name || w.unnamed;
  return (
    <>
      {isAlone && (
        <div class="race-head">
          <p class="race-name">{name}</p>
          {isDraft && <StatePill state="draft" />}
        </div>
      )}
      <StepList step={step} furthest={furthest} ready={ready} path={path} go={go} />
      <Bar {...{ raceId, editor, ready, go, step }} />
      <Heading key={step} title={`${w.stepTitle(step)} · ${name}`}>
        {w.stepTitle(step)}
      </Heading>
      <div class="editor">
        <Screen
          key={step}
          raceId={raceId}
          editor={editor}
          ready={ready}
          isChecked={step < furthest || furthest === lastStep}
        />
        {step === lastStep && <Review raceId={raceId} editor={editor} ready={ready} go={go} />}
        <div class="actions">
          {step < lastStep && (
            <button type="button" class="button" onClick={() => go(step + 1)}>
              {w.next}
            </button>
          )}
          {step > 1 && (
            <button type="button" class="plain" onClick={() => go(step - 1)}>
              {w.back}
            </button>
          )}
          <a
            class="plain"
            href={previewPath(raceId)}
            onClick={(click) => {
              click.preventDefault();
              // The router would go there at once, and what was typed last must be in it.
              click.stopPropagation();
              void editor.save().then(() => route(previewPath(raceId)));
            }}
          >
            {p.seeAsRunner}
          </a>
          <a
            class="plain"
            href={`/console/mails/${encodeURIComponent(raceId)}`}
            onClick={(click) => {
              click.preventDefault();
              click.stopPropagation();
              void editor.save().then(() => route(`/console/mails/${encodeURIComponent(raceId)}`));
            }}
          >
            {m.seeMails}
          </a>
        </div>
      </div>
    </>
  );
};

interface StepListProps {
  readonly step: number;
  readonly furthest: number;
  readonly ready: Ready;
  readonly path: string;
  readonly go: (step: number) => void;
}

const StepList = ({ step, furthest, ready, path, go }: StepListProps) => (
  <nav class="wizard-steps" aria-label={w.stepsLabel}>
    <ol>
      {screens.map((_, n) => {
        const at = n + 1;
        const faults =
          at < furthest || furthest === lastStep ? ready.errors.filter((error) => error.step === at).length : 0;
        return (
          <li key={at}>
            <a
              href={`${path}?step=${at}`}
              aria-current={at === step ? 'step' : undefined}
              onClick={(click) => {
                click.preventDefault();
                go(at);
              }}
            >
              {w.stepTitle(at)}
              {faults > 0 && <span class="faults">{w.faultsHere(faults)}</span>}
            </a>
          </li>
        );
      })}
    </ol>
  </nav>
);

interface BarProps {
  readonly raceId: string;
  readonly editor: Editor;
  readonly ready: Ready;
  readonly step: number;
  readonly go: (step: number) => void;
}

/** Somebody who has not saved for longer than this is not at it any more. */
const atWorkMs = 10 * 60_000;

const whoElse = ({ last, merged }: Ready, own: string): string | undefined => {
  if (!last || last.by === own || merged) return undefined;
  const isAtWork = Date.now() - Date.parse(last.at) < atWorkMs;
  return isAtWork
    ? w.isEditing(last.by, shortTime(last.since ?? last.at))
    : w.changedBy(last.by, localInstant(last.at));
};

/** Whether everything is saved, who else is at work, and what is not published. */
const Bar = ({ raceId, editor, ready, step, go }: BarProps) => {
  const { saving, merged, isChanged, changes, document } = ready;
  const now = useValue(session);
  const other = whoElse(ready, now.kind === 'in' ? now.who.name : '');
  const [isPublishing, setPublishing] = useState(false);
  return (
    <div class="editor-bar">
      <p class="quiet" data-saving={typeof saving === 'string' ? saving : 'failed'}>
        {typeof saving === 'string' ? { saved: w.saved, saving: w.saving, dirty: w.dirty }[saving] : w.notSaved}
        {other && ` · ${other}`}
      </p>
      {document && isChanged && (
        <p class="unpublished">
          {changes > 0 ? w.unpublished(changes) : w.unpublishedNone}{' '}
          {step !== lastStep && changes > 0 && (
            <>
              <button type="button" class="plain small" onClick={() => go(lastStep)}>
                {w.seeWhat}
              </button>{' '}
              <button type="button" class="plain small" onClick={() => setPublishing(true)}>
                {w.publish}
              </button>
            </>
          )}{' '}
          <AskFirst
            label={w.discard}
            title={w.discardTitle}
            work={async () => {
              const answer = await editor.discard();
              return answer.kind === 'ok' ? { kind: 'ok' } : answer;
            }}
            then={() => {}}
          >
            <p>{w.discardWords}</p>
          </AskFirst>
        </p>
      )}
      {isPublishing && (
        <Dialog title={w.publishChanges} onClose={() => setPublishing(false)}>
          <Review
            {...{ raceId, editor, ready }}
            go={(to) => {
              setPublishing(false);
              go(to);
            }}
          />
          <button type="button" class="plain" onClick={() => setPublishing(false)}>
            {t.close}
          </button>
        </Dialog>
      )}
      <Note>{merged && <p>{w.merged(merged.by)}</p>}</Note>
      {typeof saving !== 'string' && (
        <>
          <FailureNote failure={saving} />
          <button type="button" class="plain" onClick={() => void editor.save()}>
            {w.trySaving}
          </button>
        </>
      )}
    </div>
  );
};
