// The extras. They load where the form of a race has some.

export const extrasTitle = 'Extras';
export const extrasOf = (name: string, who: number) => name || `Runner ${who}`;
export const extrasNone = 'None';
export const extrasWithout = 'I go without it';
export const withPrice = (label: string, price: string) => `${label}, ${price}`;
export const included = 'Included in the entry.';
export const atMost = (count: number) => `At most ${count} for each person.`;
export const donationTitle = 'Would you like to donate?';
export const donationCause = 'For what?';
export const donationNone = 'Not today';
export const donationOther = 'Another amount';
export const donationAmount = (currency: string) => `Amount in ${currency}`;

// What is left of things that are limited.
export const few = (name: string, left: number) => `${name} – only ${left} left`;
export const held = (name: string) => `${name} – the last are in others’ baskets`;
export const gone = (name: string) => `${name} – gone`;
export const unknown = 'What is left is not known right now. Choose all the same: it is looked up before you pay.';

// At Check, when something cannot be had.
export const missingTitle = 'Not everything you chose can be had.';
export const missingLead = 'Your spot is still held, and nothing was charged. Choose below how to go on.';
export const oneOfItem = (item: string, variant: string) => (variant === item ? item : `${item}, ${variant}`);
export const itemFor = (item: string, name: string) => `${item} for ${name}`;
export const isGone = (item: string) => `${item} is gone.`;
export const onlyLeft = (item: string, left: number) => `Of ${item} there are only ${left} left.`;
export const isHeld = (item: string) =>
  `The last of ${item} are in others’ baskets. What they do not pay for comes back within 20 minutes.`;
export const isOfNetwork = (item: string, left: number) =>
  `Your connection may put ${left > 0 ? `only ${left}` : 'no more'} of ${item} aside before it pays for some. Another connection, such as mobile data, may have more. What is not paid for comes back within 20 minutes.`;
export const takeInstead = (size: string) => `Take ${size}`;
export const goWithout = 'Go without';
export const fewer = 'Take one less';
export const look = 'Looking what is left…';
