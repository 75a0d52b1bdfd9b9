import type { Part } from '../report-page/html';
import { page } from '../report-page/shell';
import { where } from './where';

const ways = [
  { name: 'New test', to: where.set },
  { name: 'Running now', to: where.now },
  { name: 'All runs', to: where.runs },
];

/** A page of the load test, with links to the others. */
export const framed = (title: string, body: Part): string => page({ title, body, ways, script: where.script });
