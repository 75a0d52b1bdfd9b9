// The live page of a race: what happens, told while it is run. It loads with its own script.

export const title = 'Live';
export const seeResults = 'Results';

// How it stands between this page and the race.
export const starting = 'Reading what has happened so far…';
export const live = 'Live';
export const lastNews = (ago: string) => `The last news is ${ago} old.`;
export const quiet = (ago: string) => `All quiet for ${ago}. This page goes on by itself.`;
export const planned = 'It has not begun yet. Stay here: this page begins by itself.';
export const nothingYet = 'Nothing has happened yet. The first news appears here by itself.';
export const ended = 'The race is told to its end. Thank you for following.';
export const noneTitle = 'Nobody tells this race live';
export const noneWords = 'Where a race is told live, its page leads here on its day.';
export const offline = (time: string) =>
  `No connection just now. This is how it stood at ${time}. Nothing is lost: this page reads on by itself.`;
export const cutOff = (time: string) =>
  `No news comes from the race just now. This is how it stood at ${time}. Nothing is lost: this page reads on by itself.`;
export const offlineAtFirst = 'No connection just now. This page tries again by itself.';
export const catchingUp = (read: string, all: string) => `Catching up: ${read} of ${all} messages.`;
export const behind = (count: string, time: string) => `${count} messages have come since ${time}.`;
export const catchUp = 'Read all of them';
export const jump = 'Go on from now';
export const begunAnew = 'The organiser has begun this anew, so the page shows it from here on.';
export const redacted = 'This message was taken out.';

// What happens.
export const ticker = 'What happens';
export const newMessages = (count: number) => (count === 1 ? '1 new message' : `${count} new messages`);
export const pause = 'Pause';
export const goOn = 'Go on';
export const paused = 'Paused. Nothing moves until you go on.';
export const older = 'Show what was before';
export const corrected = 'corrected';
export const withdrawn = 'taken back';
export const notice = 'Please note';
export const bib = (bib: number) => `Bib ${bib}`;
export const passed = (point: string, time: string) => `at ${point} after ${time}`;
export const order = (list: string, point: string) => `${list} at ${point}`;
export const resultKinds: Readonly<Record<string, (set: string) => string>> = {
  preliminary: (set) => `The preliminary results of ${set} are published.`,
  official: (set) => `The official results of ${set} are published.`,
  corrected: (set) => `The results of ${set} are corrected.`,
};
export const end = 'This was the live coverage.';

// Those whom somebody follows.
export const followed = 'Runners you follow';
export const follow = 'Bib to follow';
export const followAct = 'Follow';
export const unfollow = (bib: number) => `No longer follow bib ${bib}`;
export const wrongBib = 'Type a bib from 1 to 999999.';
export const noNews = 'Nothing was told of them yet.';
export const placeIn = (place: number, list: string) => `${place}. of ${list}`;

// The order of the race.
export const leaders = (list: string) => `Leaders: ${list}`;
export const leadersAt = (point: string, time: string) => `At ${point}, told ${time}`;
export const columns = { place: 'Place', who: 'Runner', time: 'Time', gap: 'Behind' };
export const up = (places: number) => (places === 1 ? 'up one place' : `up ${places} places`);
export const down = (places: number) => (places === 1 ? 'down one place' : `down ${places} places`);
export const first = 'leads';
