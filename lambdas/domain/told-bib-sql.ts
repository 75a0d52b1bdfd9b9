/**
 * SQL: whether no mail has told somebody the bib that they have: neither their confirmation nor an announcement about bibs. `bib`: the
 * table or its alias.
 */
export const isUntold = (bib: string): string => `
  ${bib}.void_at IS NULL
  AND NOT EXISTS (SELECT FROM bib_told t WHERE t.registration_id = ${bib}.registration_id AND t.given_at = ${bib}.given_at)
  AND NOT EXISTS (SELECT FROM mail m
    WHERE m.registration_id = ${bib}.registration_id AND m.template = 'confirmation' AND m.claimed_at > ${bib}.given_at + interval '1 minute')`;
