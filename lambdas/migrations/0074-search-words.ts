/**
 * Participants are found by the beginnings of whole words, of any length. The index before knew three and five letters: a search for
 * names that share those read every one of them.
 *
 * Of the column that is there, so rows that another version writes are in it, too. That version still searches by `search_keys`, without
 * an index: a scan of the race. It locks the copy while it is made, and no table of the sale.
 */
export const searchWords = `
CREATE INDEX participant_words ON participant USING gin (array_to_tsvector(string_to_array(btrim(search), ' ')))
  -- What waits for the index is read by every search: so only a little of it waits.
  WITH (gin_pending_list_limit = 256);
DROP INDEX participant_search;

CREATE INDEX waiting_copy_words ON waiting_copy USING gin (array_to_tsvector(string_to_array(btrim(search), ' ')))
  WITH (gin_pending_list_limit = 256);
DROP INDEX waiting_copy_search;
`;
