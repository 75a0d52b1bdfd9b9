/** Published results are searched within a list, too, and it is known which version a search knows. */
export const resultGroups = `
-- The lists of a gender and of an age group that the runner is in, such as gender:f.
ALTER TABLE result_search ADD groups text[] NOT NULL DEFAULT '{}';
-- The version that result_search has. Of sets that were published before there were searches or groups, it is made by the minute job.
ALTER TABLE result_set ADD searched_number integer;
`;
