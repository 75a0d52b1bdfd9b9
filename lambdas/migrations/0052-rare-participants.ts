/**
 * Lists of a state that few participants have, or nobody, are read without looking at all others. Most are registered and have paid: they
 * are in neither index, so most copies write to none.
 */
export const rareParticipants = `
CREATE INDEX participant_state ON participant (race_id, state, recorded_at, registration_id) WHERE state <> 'registered';
CREATE INDEX participant_payment ON participant (race_id, payment, recorded_at, registration_id) WHERE payment <> 'captured';
`;
