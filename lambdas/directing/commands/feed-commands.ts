import { type Body, mostLists, type ReferenceFault } from '../../feed/message';
import {
  changeFeedMessage,
  feedMessageOfRace,
  newMessageOf,
  publishFeedMessage,
  redactFeedMessage,
} from '../../feed/messages';
import { pollAfterOf } from '../../feed/pace';
import type { Viewers } from '../../feed/ports';
import type { ViewerCount } from '../../feed/viewers';
import { type Command, command, refused } from '../command';

/** What directors and commentators order about the live feed: a part of the table in `commands.ts`. */
export const feedCommands = {
  publishFeed: command(publishFeedMessage, async ({ feedDesk, viewers }, { publishFeed }) => {
    const { raceId, messages, seen, dryRun } = publishFeed;
    const answer = await feedDesk.publish({ raceId, messages: messages.map(newMessageOf), seen, isDryRun: dryRun });
    switch (answer.kind) {
      case 'published': {
        const { kind: _, ...published } = answer;
        return { publishedFeed: { raceId, ...published, viewers: await countedBy(viewers, raceId), dryRun } };
      }
      case 'no-feed':
        return refused('no-feed', {}, [{ field: 'publishFeed.raceId', code: 'not-a-race' }]);
      case 'not-live':
        return refused('feed-not-live', {}, []);
      case 'key-refused':
        throw new Error('A command has no key, and one was refused.');
      case 'too-many-lists':
        return refused('too-many-lists', { most: mostLists }, []);
      case 'id-reused':
        return refused('message-id-reused', {}, [
          { field: `publishFeed.messages.${indexOf(messages, answer.id)}.id`, code: 'twice' },
        ]);
      case 'told-meanwhile': {
        const { number, body } = answer.newer;
        return refused('told-meanwhile', { number, says: briefly(body) }, [], { number });
      }
      case 'not-possible':
        return refused('message-not-possible', { of: answer.of, why: notPossible[answer.why] }, []);
    }
  }),

  changeFeed: command(changeFeedMessage, async ({ feedDesk }, { changeFeed: { dryRun, ...wish } }) => {
    const { raceId } = wish;
    const answer = await feedDesk.changeState({ ...wish, isDryRun: dryRun });
    switch (answer.kind) {
      case 'changed': {
        const { kind: _, ...changed } = answer;
        return { changedFeed: { raceId, ...changed, dryRun } };
      }
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'changeFeed.raceId', code: 'not-a-race' }]);
      case 'not-possible':
        return refused('feed-not-changed', { present: answer.present }, []);
    }
  }),

  redactFeed: command(redactFeedMessage, async ({ feedDesk }, { redactFeed: { dryRun, ...redaction } }) => {
    const { raceId } = redaction;
    const answer = await feedDesk.redact({ ...redaction, isDryRun: dryRun });
    switch (answer.kind) {
      case 'redacted':
        return { redactedFeed: { raceId, numbers: answer.numbers, epoch: answer.epoch, dryRun } };
      case 'no-feed':
        return refused('no-feed', {}, [{ field: 'redactFeed.raceId', code: 'not-a-race' }]);
      case 'no-such-message':
        return refused('no-such-message', { number: answer.number }, []);
    }
  }),

  feed: command(feedMessageOfRace, async ({ feedPages, viewers }, { feed: { raceId, before, texts } }) => {
    const found = await feedPages.head(raceId);
    if (!found) return { feed: null };
    const { state, head, epoch, allowedPerSecond } = found;
    const [messages, counted] = await Promise.all([
      feedPages.before(raceId, before, texts),
      countedBy(viewers, raceId),
    ]);
    const pollAfter = pollAfterOf(found, counted?.to ?? 0);
    return { feed: { state, head, epoch, messages, allowedPerSecond, viewers: counted, pollAfter } };
  }),
} satisfies Readonly<Record<string, Command>>;

/** The number was given, whether or not anybody can be counted. */
const countedBy = async (viewers: Pick<Viewers, 'count'>, raceId: string): Promise<ViewerCount | null> =>
  (await viewers.count(raceId).catch(() => undefined)) ?? null;

/** The text, or of whom and where. */
const briefly = (body: Body | null): string => {
  const { text, list, bib, point, leaders } = body ?? {};
  const bibs = Array.isArray(leaders) ? leaders.map((one) => one.bib).join(', ') : undefined;
  return [text, list, bib, point, bibs].filter((part) => part !== undefined).join(' · ');
};

const indexOf = (messages: readonly { readonly id: string }[], id: string): number =>
  messages.findIndex((one) => one.id === id);

const notPossible: Readonly<Record<ReferenceFault, string>> = {
  'no-such-message': 'there is no message under this number yet',
  'not-correctable': 'what is there is no comment, split, order or notice. Name the message that was said first',
  withdrawn: 'what is there was withdrawn',
  'other-kind': 'a correction is of the kind of what it corrects',
};
