/** Names are compared by this many characters at most. */
const longestKey = 80;
/** Of one spelling of a name: its words in every order that keeps them in a circle, or the ends of a name without spaces. */
const mostKeys = 6;

/** Letters that no decomposition of Unicode makes into others. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
};
/** How names are also written where a keyboard has no such letter. */
const longLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** In these scripts a mark is an accent. In others, such as Devanagari or Thai, a name without its marks is another name. */
const accented = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
const withoutSpaces = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;

const lowered = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFC');

/** A name, or its beginning, as it is compared: without case, accents, apostrophes and punctuation, in Unicode's NFC. */
export const foldName = (text: string): string =>
  cut(
    lowered(text)
      // The tatweel only stretches a word.
      .replace(/[\p{Default_Ignorable_Code_Point}'’‘ʼʻ`´ـ]/gu, '')
      .normalize('NFD')
      .replace(accented, '$1')
      .replace(/[ßøłđæœþðıςٱىة]/g, (letter) => plainLetters[letter] ?? letter)
      .normalize('NFC')
      // Katakana and hiragana have the same order.
      .replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim(),
  );

/** At most 80 UTF-16 code units, and no half of a character. */
const cut = (text: string): string => text.slice(0, longestKey).replace(/[\uD800-\uDBFF]$/, '');

/** Every text by whose beginning a name is found, each once: "anna maria lopez", "maria lopez anna", … */
export const nameKeys = (name: string): readonly string[] => {
  const long = lowered(name).replace(/[äöüåø]/g, (letter) => longLetters[letter] ?? letter);
  const keys = [...new Set([foldName(name), foldName(long)])].flatMap(turned).map(cut);
  return [...new Set(keys)].filter((key) => key !== '');
};

const turned = (folded: string): readonly string[] => {
  const words = folded.split(' ');
  const joined = words.join('');
  const turns = words.slice(0, mostKeys).map((_, turn) => [...words.slice(turn), ...words.slice(0, turn)].join(' '));
  if (!withoutSpaces.test(joined)) return turns;
  const letters = [...joined];
  return [...turns, ...letters.slice(0, mostKeys).map((_, start) => letters.slice(start).join(''))];
};
