import type { DraftContent, RaceDocument } from './race-document';

/** Gives each event an id with the first save. Otherwise an edit of an event would look like a removal. */
export const withEventIds = (content: DraftContent, newId: () => string): DraftContent => {
  const { events } = content;
  if (!Array.isArray(events)) return content;
  return {
    ...content,
    events: events.map((event) => (isObject(event) && event.id === undefined ? { ...event, id: newId() } : event)),
  };
};

/** The content of a copy: its events and limit groups have new ids, and it has no notice. */
export const copied = (original: RaceDocument | DraftContent, newId: () => string): DraftContent => {
  const { id: _, notice: _notice, events, form, ...rest } = original as DraftContent;
  const ids = new Map([...groupsIn(form), ...eventIdsIn(events)].map((id) => [id, newId()]));
  const renamed = JSON.stringify({ events, form }).replace(uuids, (id) => ids.get(id) ?? id);
  return { ...rest, ...(JSON.parse(renamed) as DraftContent) };
};

const eventIdsIn = (events: unknown): readonly string[] =>
  Array.isArray(events)
    ? events.flatMap((event) => (isObject(event) && typeof event.id === 'string' ? event.id : []))
    : [];

/** A copy has limit groups of its own: otherwise people who ran in the original could not run in the copy. */
const groupsIn = (form: unknown): readonly string[] => {
  const rules: readonly unknown[] = isObject(form) && Array.isArray(form.rules) ? form.rules : [];
  return rules.flatMap((rule) => (isObject(rule) && typeof rule.oneOfGroup === 'string' ? [rule.oneOfGroup] : []));
};

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
