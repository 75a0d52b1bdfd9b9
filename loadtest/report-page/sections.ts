import type { TestReport } from '../report/test-report';
import { lineGraph } from './graphs/line-graph';
import { overTime } from './graphs/over-time';
import { type Html, html, type Part } from './html';
import { keyFigures, writtenFigure } from './key-figures';
import { table } from './table';
import { bytes, challengesInWords, figure, groupsInWords, milliseconds, percent, whole } from './words';

export const section = (id: string, title: string, body: Part): Html =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`;

export const verdictTable = ({ checks }: TestReport): Html =>
  table({
    name: 'Verdict',
    heads: ['What must be so', 'Expected', 'Found', 'Holds'],
    rows: checks.map(({ name, expected, actual, holds }) => [
      name,
      expected,
      actual,
      html`<span class="${holds ? 'good' : 'bad'}">${holds ? '✓ yes' : '✗ no'}</span>`,
    ]),
  });

/** Empty when everything was checked. */
export const uncheckedList = ({ unchecked = [] }: TestReport): readonly Html[] =>
  unchecked.length === 0
    ? []
    : [html`<h3>Not checked</h3>`, html`<ul>${unchecked.map((what) => html`<li>${what}</li>`)}</ul>`];

export const endingsTable = ({ endings, groups, challenges }: TestReport): Html => {
  const all = endings.reduce((sum, { runners }) => sum + runners, 0);
  const told = table({
    name: 'How it ended for the runners',
    heads: ['They were told', 'Runners', 'Share'],
    rows: endings.map(({ name, runners }) => [name, whole(runners), percent(all === 0 ? 0 : runners / all)]),
  });
  return html`${told}${groups && html`<p>${groupsInWords(groups)}</p>`}${challenges && html`<p>${challengesInWords(challenges)}</p>`}`;
};

export const figuresList = (report: TestReport): Html => html`
<dl class="figures-list">${keyFigures(report).map((each) => html`<div><dt>${each.name}</dt><dd>${writtenFigure(each)}</dd></div>`)}</dl>`;

export const stepsTable = ({ steps }: TestReport): Html =>
  table({
    name: 'Response time of each step',
    heads: ['Step', 'Requests', 'Errors', 'Mean', 'p50', 'p95', 'p99', 'Slowest'],
    rows: steps.map(({ name, requests, errors, latencyMs: { mean, p50, p95, p99, max } }) => [
      name,
      whole(requests),
      whole(errors),
      ...[mean, p50, p95, p99, max].map(milliseconds),
    ]),
  });

export const timeGraphs = ({ series }: TestReport): Html =>
  html`<div class="graphs">${overTime(series).map((graph) => lineGraph(graph))}</div>`;

export const costsTable = ({ costs }: TestReport): Html =>
  table({
    name: 'What each component used',
    heads: ['Component', 'CPU-seconds', 'CPU a registration', 'Bytes'],
    rows: costs.map((cost) => [
      cost.component,
      figure(cost.cpuSeconds),
      cost.cpuMsPerRegistration === undefined ? 'none' : milliseconds(cost.cpuMsPerRegistration),
      cost.bytes === undefined ? 'not measured' : bytes(cost.bytes),
    ]),
  });

export const surroundings = ({ id, version, machine: { cores, model, memoryGb, node, os } }: TestReport): Html => html`
<p>Startline ${version} on ${cores} × ${model}, ${figure(memoryGb)} GB, ${os}, Node ${node}.</p>
<p class="quiet">Run <code>${id}</code></p>`;
