import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { localChain, publishedAt, quicknet } from '../../../lambdas/line/draw/chain';
import { callsPath, type DrawProof, drawPath, latePath, shardPath } from '../../../lambdas/line/draw/proof';
import sheet from '../../style/draw.css';
import { keepSeen, type SeenLine } from '../line/kept-line';
import { announce } from '../page/announce';
import { Heading } from '../page/heading';
import { count } from '../page/money';
import { LoadFailed, Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { readSeenRace } from '../race/read-race';
import * as t from '../texts/draw';
import { shortInstant, zoneName } from '../time/dates';
import { timeThere } from '../time/time-there';
import { type Check, type CheckedDraw, checkDraw } from './check-draw';
import { fileAddress, readDraw, readLate, readShard } from './read-proof';

type Looked =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none' | 'not-there' | 'network' | 'unreadable' }
  | {
      readonly kind: 'read';
      readonly draw: DrawProof;
      readonly seen: SeenLine | undefined;
      readonly firstByte: number | undefined;
      /** Undefined while it is computed. */
      readonly checked: CheckedDraw | undefined;
    };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The draw of a race, computed again by the browser of whoever reads it. */
export const DrawPage = () => {
  const { params } = useRoute();
  const { query } = useLocation();
  const raceId = params.raceId ?? '';
  const loaded = useLoaded(raceId, () => readSeenRace(raceId));
  if (loaded.kind === 'reading') return <Loading what="race" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="race" />;
  const race = loaded.value;
  // The line leads here with its id, because the race may be read from a cache that does not have it yet.
  const lineId = uuid.test(query.line ?? '') ? query.line : race.draw;
  return (
    <div class="column draw">
      <link rel="stylesheet" href={sheet} />
      <p>
        <a href={`/races/${race.id}`}>{race.name}</a>
      </p>
      <Heading>{t.drawTitle}</Heading>
      <Draw key={lineId} race={race} lineId={lineId} />
    </div>
  );
};

const Draw = ({ race, lineId }: { readonly race: RaceMessage; readonly lineId: string | undefined }) => {
  const [looked, setLooked] = useState<Looked>({ kind: 'reading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isHere = true;
    void look(race.id, lineId, (next) => isHere && setLooked(next));
    return () => {
      isHere = false;
    };
  }, [round]);
  switch (looked.kind) {
    case 'reading':
      return <p role="status">{t.readingDraw}</p>;
    case 'none':
      return <p>{t.none}</p>;
    case 'read':
      return <Proof race={race} {...looked} />;
    default:
      return (
        <>
          <p class="note">{t.notRead[looked.kind]}</p>
          <button type="button" class="button" onClick={() => setRound(round + 1)}>
            {t.again}
          </button>
        </>
      );
  }
};

/** Tells what was found, step by step: the signature takes longest. */
const look = async (raceId: string, lineId: string | undefined, tell: (looked: Looked) => void): Promise<void> => {
  if (lineId === undefined) return tell({ kind: 'none' });
  const read = await readDraw(lineId);
  if (read.kind !== 'ok') return tell({ kind: read.kind === 'missing' ? 'not-there' : read.kind });
  const draw = read.value;
  if (draw.raceId !== raceId || draw.lineId !== lineId) return tell({ kind: 'unreadable' });
  const seen = keepSeen(raceId).read();
  const hash = seen?.lineId === lineId && seen.wave === 0 ? seen.hash : undefined;
  const firstByte = hash === undefined ? undefined : Number.parseInt(hash.slice(0, 2), 16);
  const known = { kind: 'read', draw, seen, firstByte } as const;
  tell({ ...known, checked: undefined });
  const shard = firstByte === undefined ? undefined : await readShard(lineId, firstByte);
  if (shard && shard.kind !== 'ok') return tell({ kind: shard.kind === 'missing' ? 'unreadable' : shard.kind });
  const late =
    shard && hash !== undefined && !shard.value.includes(hash)
      ? await readLate(lineId)
      : ({ kind: 'missing' } as const);
  const checked = await checkDraw({
    draw,
    late: late.kind === 'ok' ? late.value : undefined,
    seen,
    chain: chainOf(draw),
    shard: shard && firstByte !== undefined ? { firstByte, text: shard.value } : undefined,
    isSigned: (round, signature) =>
      import('./signature').then(({ isSignedBy }) => isSignedBy(chainOf(draw), round, signature)),
  });
  announce(t.verdict(wrongIn(checked), checked.checks.length));
  tell({ ...known, checked });
};

/** No chain is taken from the files: whoever made them could have made a chain, too. */
const chainOf = ({ beacon }: DrawProof) => (beacon.chain === localChain.hash ? localChain : quicknet);

const wrongIn = ({ checks }: CheckedDraw): number => checks.filter(({ verdict }) => verdict === 'fails').length;

type ProofProps = Omit<Extract<Looked, { kind: 'read' }>, 'kind'> & { readonly race: RaceMessage };

const Proof = ({ race, draw, seen, firstByte, checked }: ProofProps) => {
  const { beacon, lineId } = draw;
  const say = (instant: string | number) => timeThere(instant, race.timeZone);
  const wrong = checked ? wrongIn(checked) : 0;
  const isTest = chainOf(draw) === localChain;
  return (
    <>
      <p class="lead">
        {t.drawnLead(shortInstant(draw.gun, race.timeZone), zoneName(race.timeZone), count(draw.listed))}
      </p>
      {beacon.signature === null && <p class="note note-bad">{t.missed(count(beacon.round))}</p>}
      {isTest && <p class="note note-bad">{t.testBeacon}</p>}
      <section aria-labelledby="checks">
        <h2 id="checks">{t.checksTitle}</h2>
        {checked ? (
          <p class={wrong > 0 ? 'note note-bad' : 'note'}>{t.verdict(wrong, checked.checks.length)}</p>
        ) : (
          <p role="status">{t.checking}</p>
        )}
        <ol class="draw-checks">
          {checked?.checks.map((check) => (
            <li key={check.what} class={`draw-${check.verdict}`}>
              <b>{t.checks[check.what].title}</b> <span class="draw-mark">{t.marks[check.verdict]}</span>
              <span class="draw-words">{wordsOf(check, checked.own, draw, seen, say)}</span>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="own">
        <h2 id="own">{t.ownTitle}</h2>
        <p>{checked && ownWords(checked, draw, seen)}</p>
      </section>
      <section aria-labelledby="not-proved">
        <h2 id="not-proved">{t.notProvedTitle}</h2>
        <ul>
          {t.notProved.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="yourself">
        <h2 id="yourself">{t.yourselfTitle}</h2>
        <p>{t.yourself}</p>
        <pre>
          <code>{t.command(`${location.origin}/proof/${lineId}`)}</code>
        </pre>
        <ul>
          <li>
            <a href={fileAddress(lineId, drawPath)}>{t.files.draw}</a>
          </li>
          <li>
            <a href={fileAddress(lineId, shardPath(firstByte ?? 0))}>{t.files.shard}</a>
          </li>
          <li>
            <a href={fileAddress(lineId, latePath)}>{t.files.late}</a>,{' '}
            <a href={fileAddress(lineId, callsPath)}>{t.files.calls}</a>: {t.files.later}
          </li>
        </ul>
      </section>
    </>
  );
};

const wordsOf = (
  { what, verdict }: Check,
  own: CheckedDraw['own'],
  draw: DrawProof,
  seen: SeenLine | undefined,
  say: (instant: string | number) => string,
): string => {
  if (verdict === 'fails') return t.checks[what].fails;
  const { beacon } = draw;
  const isTest = chainOf(draw) === localChain;
  switch (what) {
    case 'kept-list':
      return t.checks[what].holds(say(seen?.rootSeenAt ?? draw.closedAt));
    case 'round':
      return t.checks[what].holds(
        count(beacon.round),
        say(draw.closedAt),
        say(publishedAt(chainOf(draw), beacon.round)),
        isTest,
      );
    case 'own':
      if (verdict === 'unknown') return t.checks[what].unknown;
      return own?.isLate ? t.checks[what].late : t.checks[what].holds;
    case 'signature':
      if (beacon.signature === null) return t.checks[what].missed;
      return verdict === 'unknown' ? t.checks[what].unknown : t.checks[what].holds(count(beacon.round), isTest);
    default:
      return t.checks[what].holds;
  }
};

const ownWords = ({ own, checks }: CheckedDraw, draw: DrawProof, seen: SeenLine | undefined): string => {
  if (own) {
    const words = t.own(own.turn.toFixed(6), count(own.before), count(draw.listed));
    return own.isLate ? `${words} ${t.ownLate}` : words;
  }
  if (seen?.lineId !== draw.lineId || seen.wave === undefined) return t.ownUnknown;
  if (seen.wave !== 0) return t.ownLater;
  return checks.some(({ what, verdict }) => what === 'own' && verdict === 'unknown') ? t.ownNotYet : t.ownMissing;
};
