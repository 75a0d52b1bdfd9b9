/** How many messages a segment has. The head has at least as many, so it always covers the segment that is not complete yet. */
export const segmentSize = 10;

/** So many messages does a head have at most. */
export const mostInHead = 60;

/** The segment that has a message. Numbers and segments count from 1. */
export const segmentOf = (number: number): number => Math.ceil(number / segmentSize);

/** The number of the first message of a segment. */
export const firstOf = (segment: number): number => (segment - 1) * segmentSize + 1;

/** Whether a segment has all its messages, and so never changes, when `head` is the number of the last one. */
export const isComplete = (segment: number, head: number): boolean => segment >= 1 && segment * segmentSize <= head;
