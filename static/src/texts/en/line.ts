// The line before a race: who may choose a spot when. It loads with its own script.

export const title = 'The line';
export const entering = 'You are being put into the line. Stay here or not: it goes on by itself.';
export const arrived = (time: string) => `We have your arrival at ${time}.`;
export const lobby = 'You are in the draw. Be here or not: you stay in it.';
export const lobbyHint =
  'If more people come than there are spots, their order is drawn at the opening. It does not matter who came first, or how often.';
export const closing = 'The list of the draw is being closed. Nothing has to be pressed.';
export const drawing = 'The list is closed. A public number decides the order, in some seconds.';
export const waitingTitle = 'You are in the line';
export const ahead = (count: string, event: string) => `${event}: about ${count} are before you.`;
export const range = (from: string, to: string) => `Your turn comes in ${from} to ${to}.`;
export const within = (to: string) => `Your turn comes within ${to}.`;
export const uncertain = 'Whether your turn comes is uncertain. It depends on how many of those before you come.';
export const unlikely = (ahead: string, free: string) =>
  `It is unlikely that your turn comes: about ${ahead} are before you, and ${free} spots are free now.`;
export const stay = 'You may close this page and come back: you keep your turn. More tabs or reloading change nothing.';
export const paused = (reason: string) => `The line stands still: ${reason} Nobody loses their turn.`;
export const stale =
  'No news just now. The line goes on, and nobody loses their turn. This page tries again by itself.';
export const calledTitle = 'It is your turn';
export const called = (events: string) => `Choose your spot: ${events}. Your turn stays yours: take your time.`;
export const others = 'In the other distances you still wait.';
