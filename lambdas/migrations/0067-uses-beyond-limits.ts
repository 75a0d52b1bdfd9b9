/** Who has a use of a code beyond its limit is found by a key, as those are who have another. */
export const usesBeyondLimits = `
CREATE INDEX line_uses_a_code_beyond ON registration_line (ref, person_key(person))
  WHERE kind = 'code' AND state = 'over' AND person IS NOT NULL;
`;
