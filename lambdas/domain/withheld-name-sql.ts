/** SQL: for each revision of the form of `race`, the questions by which a runner asks for no name in results. Columns: `revision`, `ids`. */
export const noNameQuestions = (race: string): string => `
  SELECT f.revision, array_agg(q ->> 'id') AS ids
  FROM form f CROSS JOIN LATERAL jsonb_array_elements(f.definition -> 'questions') q
  WHERE f.race_id = ${race} AND q ->> 'role' = 'name-withheld' GROUP BY f.revision`;

/** SQL: whether the runner of registration `g` asked for it when they registered. `w`: the row of `noNameQuestions` for their form, if any. */
export const asksForNoName = (g: string, w: string): string =>
  `EXISTS (SELECT FROM unnest(${w}.ids) AS id WHERE ${g}.runner -> 'answers' -> id = 'true')`;
