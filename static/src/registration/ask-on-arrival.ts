let wish: { readonly raceId: string; readonly eventId: string } | undefined;

/** Pressing "Register" on the race page is the wish for a spot. Opening the same address by itself is not. */
export const askOnArrival = (raceId: string, eventId: string) => {
  wish = { raceId, eventId };
};

/** Whether the runner has just pressed the button for this event. Answers yes once. */
export const takeWish = (raceId: string, eventId: string): boolean => {
  const isWanted = wish?.raceId === raceId && wish.eventId === eventId;
  wish = undefined;
  return isWanted;
};
