import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { ShownText } from '../../../lambdas/api/messages/form/forms';
import { writeInstant } from '../../src/time/dates';
import type { Draft } from '../editing/draft';
import { draftPath } from '../editing/draft-path';
import { instantsAt, wallTime } from '../editing/zone-time';
import { at, call } from '../http/call';
import { changed, useData } from '../http/data';
import { Choice, Field } from '../page/field';
import { Note, Reading, Shown } from '../page/words';
import * as w from '../texts/editing';
import * as t from '../texts/en';
import * as p from '../texts/preview';
import { loadPreview, previewSheets } from './files';
import { previewPath } from './preview-path';
import { type PreviewScript, type SpotChoice, spotChoices, type World } from './world';

interface Edited {
  readonly document?: Draft;
  readonly draft?: { readonly content: Draft };
}

/** The page of the runners, made of the draft, at any instant. Its clock and its server are made up here. */
export const PreviewPage = () => {
  const { raceId = '' } = useRoute().params;
  const url = at`/races/${raceId}/document`;
  // What was typed a second ago is in it.
  useMemo(() => changed(url), [url]);
  const data = useData<Edited>(url);
  if (data.kind === 'ok') return <Preview key={raceId} raceId={raceId} edited={data.value} />;
  return (
    <main id="content" tabIndex={-1} class="column">
      <Shown data={data} what={t.things.race} isWhole>
        {() => null}
      </Shown>
    </main>
  );
};

const isChoice = (text: string | undefined): text is SpotChoice => spotChoices.some((one) => one === text);

/** An instant of an address, in milliseconds. A plus sign may have become a space. */
const instantIn = (text: string | undefined): number | undefined => {
  const instant = Date.parse((text ?? '').replace(' ', '+'));
  return Number.isNaN(instant) ? undefined : instant;
};

const Preview = ({ raceId, edited }: { raceId: string; edited: Edited }) => {
  const script = usePreviewScript();
  if (typeof script === 'object') return <Previewing raceId={raceId} edited={edited} script={script} />;
  return (
    <main id="content" tabIndex={-1} class="column">
      {script === 'failed' ? (
        <Note kind="bad">
          <p>{p.noScript}</p>
        </Note>
      ) : (
        <Reading what={t.things.preview} />
      )}
    </main>
  );
};

interface PreviewingProps {
  readonly raceId: string;
  readonly edited: Edited;
  readonly script: PreviewScript;
}

const Previewing = ({ raceId, edited, script }: PreviewingProps) => {
  const { query, route } = useLocation();
  const [arrivedAt] = useState(() => Date.now());
  const { race, form, holdSeconds, isFormWrong } = useMemo(
    () => script.raceOfDraft(raceId, edited.draft?.content ?? edited.document ?? {}, arrivedAt),
    [edited],
  );
  const texts = useTexts(raceId, form?.documents, race.waiver);
  const instant = instantIn(query.at) ?? arrivedAt;
  const spots = isChoice(query.spots) ? query.spots : 'many';
  const [isOutside, setOutside] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const stripe = useRef<HTMLParagraphElement>(null);

  const go = (to: number, of: SpotChoice) =>
    route(`${previewPath(raceId)}?at=${encodeURIComponent(new Date(to).toISOString())}&spots=${of}`, true);

  useEffect(() => {
    if (!texts || !place.current) return;
    setOutside(false);
    const before = document.activeElement;
    const world: World = { race, form, texts, spots, holdSeconds, at: instant, onOutside: () => setOutside(true) };
    const end = script.showPreview(place.current, world);
    // A person who goes from one instant to the next stays at their buttons.
    if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
    else stripe.current?.focus();
    return end;
  }, [texts, race, instant, spots]);

  return (
    <>
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <section class="preview-stripe" aria-label={p.title}>
        <p ref={stripe} tabIndex={-1} role="status">
          <b>{p.at(writeInstant(new Date(instant).toISOString(), race.timeZone).there)}</b> {p.unreal}{' '}
          {isOutside && p.outside}
        </p>
        <a href={edited.document ? `/console/races/${raceId}` : draftPath(raceId)}>{p.leave}</a>
      </section>
      <Controls zone={race.timeZone} {...{ instant, spots, go, race }} />
      <Note kind="bad">{isFormWrong && <p>{p.formWrong}</p>}</Note>
      <div ref={place} class="preview-page" />
    </>
  );
};

interface ControlsProps {
  readonly race: { readonly opensAt: string; readonly closesAt: string };
  readonly zone: string;
  readonly instant: number;
  readonly spots: SpotChoice;
  readonly go: (instant: number, spots: SpotChoice) => void;
}

const minuteMs = 60_000;
/** So that the countdown is seen as it ends. */
const beforeOpeningMs = 10_000;

const Controls = ({ race, zone, instant, spots, go }: ControlsProps) => {
  const [wall, setWall] = useState('');
  useLayoutEffect(() => setWall(wallTime(instant, zone)), [instant, zone]);
  const [opensAt, closesAt] = [Date.parse(race.opensAt), Date.parse(race.closesAt)];
  const [found] = instantsAt(wall, zone);
  const shortcuts: Readonly<Record<keyof typeof p.shortcutNames, readonly [number, SpotChoice]>> = {
    before: [opensAt - 24 * 60 * minuteMs, 'many'],
    opening: [opensAt - beforeOpeningMs, 'many'],
    soldOut: [opensAt + 60 * minuteMs, 'none'],
    after: [closesAt + minuteMs, 'none'],
  };
  return (
    <form
      class="preview-controls"
      aria-label={p.controls}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (found) go(Date.parse(found), spots);
      }}
    >
      <fieldset class="preview-shortcuts">
        <legend>{p.shortcuts}</legend>
        {Object.entries(shortcuts).map(([name, [to, of]]) => (
          <button
            key={name}
            type="button"
            class="button button-quiet"
            aria-pressed={to === instant && of === spots}
            onClick={() => go(to, of)}
          >
            {p.shortcutNames[name as keyof typeof shortcuts]}
          </button>
        ))}
      </fieldset>
      <Choice
        id="preview-spots"
        label={p.spots}
        value={spots}
        choices={spotChoices.map((one) => [one, p.spotChoices[one]] as const)}
        onChange={(value) => isChoice(value) && go(instant, value)}
      />
      <Field
        id="preview-at"
        label={p.when}
        error={found ? undefined : w.noSuchTime}
        input={{
          type: 'datetime-local',
          value: wall,
          onInput: ({ currentTarget }) => setWall(currentTarget.value),
        }}
      />
      <button type="submit" class="button button-quiet">
        {p.show}
      </button>
    </form>
  );
};

/** The texts that a form asks people to accept. The waiver is that of the draft. Undefined until they are read. */
const useTexts = (
  raceId: string,
  documents: readonly { readonly kind: string; readonly hash: string }[] | undefined,
  waiver: { readonly version: string; readonly text: string },
): readonly ShownText[] | undefined => {
  const [texts, setTexts] = useState<readonly ShownText[] | undefined>(documents ? undefined : none);
  useEffect(() => {
    let isHere = true;
    const read = (documents ?? []).map(async ({ kind, hash }): Promise<readonly ShownText[]> => {
      if (kind === 'waiver') return [{ raceId, hash, locale: 'en', version: waiver.version, text: waiver.text }];
      const answer = await call<ShownText>({ method: 'GET', url: `/api/races/${raceId}/texts/${hash}` });
      return answer.kind === 'ok' ? [answer.value] : [];
    });
    void Promise.all(read).then((all) => isHere && setTexts(all.flat()));
    return () => {
      isHere = false;
    };
  }, [documents]);
  return texts;
};

const none: readonly ShownText[] = [];

/** The script, when the document looks as that of the runners does. The console's own sheets come back afterwards. */
const usePreviewScript = (): PreviewScript | 'failed' | undefined => {
  const [script, setScript] = useState<PreviewScript | 'failed'>();
  useEffect(() => {
    let isHere = true;
    const own = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    const links = previewSheets().map((href) =>
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href }),
    );
    const loaded = links.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          link.addEventListener('load', () => resolve());
          link.addEventListener('error', () => reject(new Error(`${link.href} did not load`)));
        }),
    );
    document.head.append(...links);
    Promise.all([loadPreview(), ...loaded]).then(
      ([here]) => {
        if (!isHere) return;
        for (const link of own) link.disabled = true;
        setScript(here);
      },
      () => isHere && setScript('failed'),
    );
    return () => {
      isHere = false;
      for (const link of own) link.disabled = false;
      for (const link of links) link.remove();
    };
  }, []);
  return script;
};
