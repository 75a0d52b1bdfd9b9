import type { Occasion } from './occasion';

export interface OccasionRow {
  readonly event_name: string;
  readonly race_name: string;
  readonly place: string;
  readonly race_date: string;
  readonly time_zone: string;
}

/** Columns of event `e` and race `a`. */
export const occasionColumns = `
  e.name AS event_name, a.name AS race_name, a.place, a.date AS race_date, a.time_zone`;

export const occasionOf = (row: OccasionRow): Occasion => ({
  eventName: row.event_name,
  raceName: row.race_name,
  place: row.place,
  raceDate: row.race_date,
  timeZone: row.time_zone,
});
