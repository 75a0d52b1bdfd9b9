// The line before a race: who may choose a spot when. It loads with its own script.

export const lineTitle = 'The line';
export const entering = 'You are being put into the line. Stay here or not: it goes on by itself.';
export const enteringAgain = (time: string) =>
  `You have no place yet, because so many people come just now. This page asks again in about ${time}: keep it open.`;
export const enteringUnheard =
  'You have no place yet, because no answer came. This page asks again within seconds: keep it open.';
export const arrived = (time: string) => `We have your arrival at ${time}.`;
export const lobby = 'You are in the draw. Be here or not: you stay in it.';
export const lobbyHint =
  'If more people come than there are spots, their order is drawn at the opening. It does not matter who came first, or how often.';
export const standsBehind = {
  'not-in-draw':
    'You are not in the draw: more people came from your connection than one connection may have in it. You keep a turn right behind it.',
  'after-draw':
    'You are not in the draw, but right behind it: its list was closed, or more people came from your connection than one connection may have in it.',
  later: (time: string) => `Many people came from your connection. So you stand with those who come at ${time}.`,
};
export const otherConnection =
  'A device that comes by itself over another connection, such as mobile data in place of a shared Wi-Fi, is in the draw.';
export const otherConnectionLater =
  'A device that comes by itself over another connection, such as mobile data in place of a shared Wi-Fi, stands where it comes.';
export const howDrawn = 'How the draw works';
export const howDrawnWords =
  'A secret is chosen before anybody comes. At the opening the list of all who came is closed. Some seconds later a number is published that nobody in the world can know before. The three together give the order, and afterwards everybody can compute it again.';
export const promiseOfDraw = 'Fingerprint of the secret, so that it cannot be changed:';
export const checkDraw = 'How the order was drawn, and how to check it';
export const drawLead =
  'Registration has opened, and nobody is in yet: the order is being drawn. It takes about half a minute. Nothing has to be pressed.';
export const closing = 'The list of all who came in time is being closed.';
export const listClosed = (count: string) => `The list is closed, with ${count} on it.`;
export const drawing = (time: string) => `A public number decides the order, at ${time}.`;
export const drawingLater = 'Then a public number decides the order.';
export const turnLater = 'Then you see here when your turn comes.';
export const waitingTitle = 'You are in the line';
export const waitingTab = (ahead: string) => (ahead === '0' ? 'You are next' : `${ahead} before you`);
export const surge =
  'So many people want a spot just now that they choose one after the other, in the order in which they came.';
export const ahead = (count: string, event: string) =>
  `${event}: ${count === '0' ? 'you are next' : `about ${count} ${count === '1' ? 'is' : 'are'} before you`}.`;
export const range = (from: string, to: string) => `Your turn comes in ${from} to ${to}.`;
export const minutes = (from: number, to: number) => `Your turn comes in ${from} to ${to} minutes.`;
export const within = (to: string) => `Your turn comes within ${to}.`;
export const uncertain = 'Whether your turn comes is uncertain.';
export const uncertainWhy = 'It depends on how many of the people before you take up their turn.';
export const eventPaused = 'Registration for it is paused, and nobody is called. You keep your turn.';
export const notKnownYet = 'How long that takes is known in a moment.';
export const unlikely = (free: string) =>
  `It is unlikely that your turn comes: ${free === '0' ? 'no spot is' : free === '1' ? '1 spot is' : `${free} spots are`} free now.`;
export const listInstead =
  'You keep your turn all the same. When all spots are gone, the waiting list opens at the distance below.';
export const stay = 'You may close this page and come back: you keep your turn. More tabs or reloading change nothing.';
export const lineHeld = (reason: string) => `The line stands still: ${reason} Nobody loses their turn.`;
export const stale =
  'No news just now. The line goes on, and nobody loses their turn. This page tries again by itself.';
export const calledTitle = 'It is your turn';
export const called = (events: string) => `Choose your spot: ${events}. Your turn stays yours: take your time.`;
export const calledPaused = (events: string) =>
  `Registration is paused: ${events}. Your turn stays yours, and you can choose your spot when it goes on.`;
export const others = 'In the other distances you still wait.';

export const otherDevice = 'Wait on another device, too';
export const moveReady = 'A link for your other device is here.';
export const moveLead = (time: string) =>
  `Open this on your other device before ${time}. Both devices then have this one place. Whoever opens it has it, so show it to nobody else.`;
export const moveImage = 'The link, as a QR code for the camera of your other device';
export const moveFailed = 'There is no link just now. Your turn stays here. Try again in a moment.';
export const takeTitle = 'Your place in the line, on this device';
export const takeLead =
  'This link brings the place of another device. Take it only if that device is yours. If this browser has a place of its own, it is given up.';
export const take = 'Wait here with that place';
export const takeNot = 'No, wait with a place of my own';
export const takeFailed = {
  ended:
    'This link is no longer good: it lasts ten minutes. Your other device still has the place, and can make a new link.',
  again: 'That did not work just now. Try again.',
};
export const tellMe = 'Tell me when it is my turn';
export const tellOn = 'Your computer tells you when it is your turn. Keep this page open.';
export const tellRefused = 'This browser does not let us tell you. The name of this tab says when it is your turn.';
