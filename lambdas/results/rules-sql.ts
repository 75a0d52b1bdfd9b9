/** SQL: the rules of a result set as the fields of `RankRules`, and its points. `set`: the alias of its row. */
export const rulesObject = (set: string): string =>
  `json_build_object('rankBy', ${set}.rank_by, 'gunPlaces', ${set}.gun_places, 'rounding', ${set}.rounding,
    'genders', ${set}.genders, 'ageGroups', ${set}.age_groups, 'points', ${set}.points)`;
