export const demoResultsRace = 'old-mill-half-marathon';

/** How the half marathon of two years ago is ranked. */
export const demoResultSet = {
  saveResultSet: {
    raceId: demoResultsRace,
    eventId: '0199a000-0000-7000-8000-000000000003',
    name: 'Half marathon',
    rankBy: 'chip',
    gunPlaces: 10,
    ageGroups: ['f', 'm'].flatMap((gender) =>
      [
        [0, 19],
        [20, 29],
        [30, 39],
        [40, 49],
        [50, 59],
        [60, 69],
        [70, 150],
      ].map(([from, to]) => ({ code: `${gender.toUpperCase()}${from === 0 ? 'U20' : from}`, gender, from, to })),
    ),
    points: [
      { code: '5k', label: '5 km', metres: 5_000 },
      { code: '10k', label: '10 km', metres: 10_000 },
      { code: '15k', label: '15 km', metres: 15_000 },
    ],
  },
} as const;

/** A bib whose time was wrong at first. */
export const demoCorrection = {
  bib: 417,
  chip: '1:39:58',
  gun: '1:41:22',
  reason: 'Ran with the chip of bib 714; the video of the finish shows both.',
} as const;
export const demoNote = 'The time of bib 417 was that of another runner.';

const finishers = 1_200;
const verdicts = ['dnf', 'dns', 'dsq'] as const;
const others = 36;

export const women = [
  'Anna',
  'Chloé',
  'Zoë',
  'María',
  'Ingrid',
  'Łucja',
  'Siân',
  'Aïcha',
  'Márta',
  'Renée',
  'Ayşe',
  'Grace',
  'Ngozi',
  'Priya',
  'Söğüt',
  'Agnieszka',
  'Hélène',
  'Ruth',
  'Niamh',
  'Lê Thị',
];
export const men = [
  'Jonas',
  'José',
  'Björn',
  'Søren',
  'Paweł',
  'Seán',
  'André',
  'İlker',
  'Zoltán',
  'François',
  'Kofi',
  'Arjun',
  'Đorđe',
  'Mikko',
  'Håkon',
  'Tomáš',
  'Rhys',
  'Gabriel',
  'Øystein',
  'Nguyễn Văn',
];
export const families = [
  'Müller',
  'O’Brien',
  'García López',
  'Nørgaard',
  'Kowalski',
  'Dvořák',
  'Svensson',
  'Ångström',
  'Lefèvre',
  'Yılmaz',
  'Strauß',
  'MacDonald',
  'van der Berg',
  'Þórsdóttir',
  'Okafor',
  'Sharma',
  'Novák',
  'Peña',
  'Ōtani',
  'Smith-Jones',
  'Weiß',
  'Łukasiewicz',
  'D’Angelo',
  'Ionescu',
  'Trần',
];
/** Whole names, as their owners write them. */
const wholeNames: readonly (readonly [name: string, gender: string, country: string])[] = [
  ['محمد العلي', 'm', 'JOR'],
  ['فاطمة الزهراء', 'f', 'MAR'],
  ['נועה כהן', 'f', 'ISR'],
  ['יונתן לוי', 'm', 'ISR'],
  ['王小明', 'm', 'CHN'],
  ['李娜', 'f', 'CHN'],
  ['山田太郎', 'm', 'JPN'],
  ['さとう はなこ', 'f', 'JPN'],
  ['김민준', 'm', 'KOR'],
  ['이서연', 'f', 'KOR'],
  ['Ελένη Παπαδοπούλου', 'f', 'GRE'],
  ['Олександр Шевченко', 'm', 'UKR'],
  ['अनन्या शर्मा', 'f', 'IND'],
  ['สมชาย ใจดี', 'm', 'THA'],
];
const clubs = [
  '',
  '',
  '',
  'Millbrook Harriers',
  'Forest Runners',
  'Laufclub Süd',
  'Athlétique Club',
  'Old Mill Striders',
];
const countries = ['USA', 'USA', 'USA', 'GER', 'FRA', 'IRL', 'POL', 'NOR', 'CAN', 'KEN'];

/** Numbers from 0 to 1, the same at every start. */
export const numbersFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const timeOf = (ms: number): string => {
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${String(ms % 1000).padStart(3, '0')}`;
};

/** What a timer's software would write: 1,200 who finished, and some who did not. */
export const demoResultsCsv = (): string => {
  const random = numbersFrom(21_098);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const rows = Array.from({ length: finishers + others }, (_, n) => {
    const bib = n + 1;
    const whole = bib % 53 === 0 ? wholeNames[(bib / 53 - 1) % wholeNames.length] : undefined;
    const gender = whole?.[1] ?? (bib % 97 === 0 ? 'x' : random() < 0.46 ? 'f' : 'm');
    const given = gender === 'f' || (gender === 'x' && random() < 0.5) ? women : men;
    const name = whole?.[0] ?? `${pick(given)} ${pick(families)}`;
    const age = 16 + Math.floor((random() + random()) * 31);
    const chip = Math.round((3_960 + (random() + random() + random()) * 2_300 + (gender === 'f' ? 420 : 0)) * 1000);
    const gun = chip + Math.round(random() * 90_000);
    // The pace of each part, one after the other, never runs backwards.
    const paces = [0.97, 0.99, 1.01, 1.03].map((pace) => pace + random() * 0.03);
    const metres = [5_000, 5_000, 5_000, 6_098];
    const parts = metres.map((length, at) => length * (paces[at] ?? 1));
    const sum = parts.reduce((one, other) => one + other, 0);
    const reached = parts.map((_, at) => Math.round((chip * parts.slice(0, at + 1).reduce((a, b) => a + b, 0)) / sum));
    const verdict = bib % 34 === 0 ? verdicts[(bib / 34) % verdicts.length] : undefined;
    const [five = 0, ten = 0, fifteen = 0] = reached;
    const times =
      verdict === 'dns'
        ? ['', '', '', '', '']
        : verdict === 'dnf'
          ? ['', '', timeOf(five), timeOf(ten), '']
          : [timeOf(gun), timeOf(chip), timeOf(five), timeOf(ten), timeOf(fifteen)];
    const note = verdict === 'dsq' ? 'Left the course before 15 km' : '';
    return [
      bib,
      name,
      gender,
      age,
      pick(clubs),
      whole?.[2] ?? pick(countries),
      verdict ?? 'finished',
      ...times,
      note,
    ].join(';');
  });
  return ['Bib;Name;Sex;Age;Club;Nation;Status;Gun time;Chip time;5 km;10 km;15 km;Note', ...rows].join('\n');
};
