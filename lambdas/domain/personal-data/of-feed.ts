/** The part of the register of personal data that is about the live feed. */
export const personalDataOfFeed = [
  {
    table: 'feed_message',
    column: 'body',
    holds: 'what was said of a race while it was run: bibs and times, and whom a comment names',
    why: 'followers read it, also those who come later',
    until: 'somebody asks for what is said of them to be taken out',
    erase: 'null' as const,
  },
];

export const noPersonalDataOfFeed = {
  feed: ['race_id', 'state', 'head', 'epoch', 'latest', 'taken_out', 'allowed_per_second', 'ended_at'],
  feed_message: ['race_id', 'number', 'id', 'kind', 'refers_to', 'staff_id', 'api_key_id', 'at'],
} as const;
