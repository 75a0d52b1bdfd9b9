/**
 * The status page. Its script reads /status.json every second. It uses no library, so that it works when everything
 * else fails.
 */
export const pageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Startline: status</title>
<link rel="stylesheet" href="/status.css">
<script type="module" src="/status.js"></script>
</head>
<body>
<main>
<h1>Startline <span class="quiet">status</span></h1>
<p id="verdict" role="status">Asking …</p>
<p id="problems" role="alert"></p>
<section aria-labelledby="races-title"><h2 id="races-title">Races</h2><div id="races"></div></section>
<section aria-labelledby="queues-title"><h2 id="queues-title">Queues</h2><div class="wide" tabindex="0" role="region" aria-labelledby="queues-title"><table id="queues"></table></div></section>
<section aria-labelledby="processes-title"><h2 id="processes-title">Processes</h2><div class="wide" tabindex="0" role="region" aria-labelledby="processes-title"><table id="processes"></table></div></section>
<p><a href="/load">Load tests</a>: thousands of simulated runners against this Startline, and what came of it.</p>
<p class="quiet">The same as <a href="/status.json">JSON</a>.</p>
</main>
</body>
</html>
`;

export const pageCss = `
:root { color-scheme: light dark; --text: light-dark(#1c1a17, #ece8e1); --quiet: light-dark(#5d574e, #aca59a); --back: light-dark(#f6f3ec, #12110f);
  --card: light-dark(#fff, #1d1b18); --line: light-dark(#d9d3c7, #3a3630); --good: light-dark(#1d6b38, #7fd69a); --bad: light-dark(#a3141f, #ff9a9a); --work: light-dark(#8a5200, #f2bd6b); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.125rem; margin-top: 2rem; }
.quiet { color: var(--quiet); font-weight: normal; }
#verdict { font-size: 1.25rem; font-weight: 600; }
.yes { color: var(--good); } .no { color: var(--bad); } .working, .unknown { color: var(--work); }
#problems { color: var(--bad); } #problems:empty { display: none; }
#races { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
article { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; overflow-wrap: anywhere; }
article h3 { margin: 0; font-size: 1rem; } article ul { margin: .5rem 0 0; padding-left: 1.25rem; }
dl { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; margin: .5rem 0 0; } dt { color: var(--quiet); }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } .alarm { color: var(--bad); font-weight: 600; }
`;

export const pageScript = `
const make = (tag, text, kind) => Object.assign(document.createElement(tag), { textContent: text, className: kind ?? '' });
const show = (id, nodes) => document.getElementById(id).replaceChildren(...nodes);
const say = (id, text, kind) => { const at = document.getElementById(id); if (at.textContent !== text) at.textContent = text; at.className = kind ?? ''; };
const row = (cells, tag) => { const tr = make('tr', ''); for (const [text, bad] of cells) { const cell = make(tag, text, bad ? 'alarm' : ''); if (tag === 'th') cell.scope = 'col'; tr.append(cell); } return tr; };
const table = (id, heads, rows) => { const head = make('thead', ''), body = make('tbody', ''); head.append(row(heads.map((text) => [text]), 'th')); body.append(...rows.map((cells) => row(cells, 'td'))); show(id, [head, body]); };
const words = { yes: 'yes', working: 'so far, still working', no: 'no', unknown: 'unknown' };
const figures = [['capacity', 'Capacity'], ['sellable', 'Sellable'], ['held', 'Held or being dealt'], ['registered', 'Registered'], ['duplicates', 'Duplicates'], ['refused', 'Refused'],
  ['authorised', 'Payments to settle'], ['captured', 'Registrations paid'], ['charges', 'Cards charged'], ['refunded', 'Refunded'], ['voided', 'Voided'], ['failed', 'Failed, spot given back'], ['confirmations', 'Confirmations sent']];
const raceCard = (race) => {
  const card = make('article', ''), list = make('dl', ''), remarks = make('ul', '');
  card.append(make('h3', race.name), make('p', 'Books balance: ' + words[race.books.balance], race.books.balance));
  for (const [key, label] of figures) list.append(make('dt', label), make('dd', race[key].toLocaleString('en')));
  for (const remark of race.books.wrong) remarks.append(make('li', remark, 'no'));
  for (const remark of race.books.underWay) remarks.append(make('li', remark, 'working'));
  card.append(list, remarks);
  return card;
};
const refresh = async () => {
  try {
    const status = await (await fetch('/status.json', { signal: AbortSignal.timeout(5000) })).json();
    say('verdict', 'Books balance: ' + words[status.balance] + (status.idle ? '. Nothing is waiting.' : '.'), status.balance);
    say('problems', status.problems.join(' '));
    show('races', status.races.length ? status.races.map(raceCard) : [make('p', 'No race yet.')]);
    table('queues', ['Queue', 'Waiting', 'In flight', 'Delayed', 'Dead letters'], status.queues.map((q) => [[q.name], [q.waiting], [q.inFlight], [q.delayed], [q.deadLetters, q.deadLetters > 0]]).concat([[['outbox'], [status.outbox], [''], [''], ['']]]));
    table('processes', ['Process', 'State', 'Pid', 'MB', 'Restarts', 'Since'], status.processes.map((p) => [[p.name], [p.state, p.state !== 'running'], [p.pid], [p.megabytes ?? '?'], [p.restarts, p.restarts > 0], [new Date(p.since).toLocaleTimeString()]]));
  } catch { say('verdict', 'Startline does not answer; it may have been stopped.', 'no'); }
  setTimeout(refresh, 1000);
};
refresh();
`;
