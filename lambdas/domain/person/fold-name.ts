/** How many characters of a name are compared, in UTF-16 code units. */
const maxKeyLength = 80;
/** How many keys one spelling of a name has: one for each word that a search may begin with. */
const maxKeys = 6;

/** Letters that Unicode does not decompose. */
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
/** How these letters are also written on keyboards that do not have them. */
const longLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** In these scripts a mark is an accent. In others, such as Devanagari or Thai, a name without its marks is a different name. */
const accented = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
/** In these scripts a name often has two characters. */
export const shortScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const withoutSpaces = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;

const lowered = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFC');

/** Most of what is typed: ASCII that can be seen. Unicode has nothing to say of it, and that takes most of the time otherwise. */
const plain = /^[\x20-\x7e]*$/;

/** A name, or its beginning, for comparing: without case, accents, apostrophes and punctuation, in Unicode's NFC. */
export const foldName = (text: string): string =>
  plain.test(text)
    ? text
        .replace(/['`]/g, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
        .slice(0, maxKeyLength)
    : foldLetters(text);

const foldLetters = (text: string): string =>
  cut(
    lowered(text)
      // The tatweel (ـ) only makes an Arabic word longer.
      .replace(/[\p{Default_Ignorable_Code_Point}'’‘ʼʻ`´ـ]/gu, '')
      .normalize('NFD')
      .replace(accented, '$1')
      .replace(/[ßøłđæœþðıςٱىة]/g, (letter) => plainLetters[letter] ?? letter)
      .normalize('NFC')
      // Katakana becomes hiragana: the two have the same order in Unicode.
      .replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim(),
  );

/** Cuts a text at `maxKeyLength`, and never inside a surrogate pair. */
const cut = (text: string): string => text.slice(0, maxKeyLength).replace(/[\uD800-\uDBFF]$/, '');

/**
 * The keys of a name. A search finds the name when it begins like one of them: "anna maria lopez", "maria lopez anna",
 * "lopez anna maria".
 */
export const nameKeys = (name: string): readonly string[] => {
  const long = lowered(name).replace(/[äöüåø]/g, (letter) => longLetters[letter] ?? letter);
  const keys = [...new Set([foldName(name), foldName(long)])].flatMap(turned).map(cut);
  return [...new Set(keys)].filter((key) => key !== '');
};

/** All words of the keys of a name. */
export const nameWords = (name: string): readonly string[] =>
  plain.test(name) && name.length <= maxKeyLength
    ? foldName(name).split(' ')
    : nameKeys(name).flatMap((key) => key.split(' '));

/** The words in each order that only turns them around; without spaces between words, also each end of the name. */
const turned = (folded: string): readonly string[] => {
  const words = folded.split(' ');
  const joined = words.join('');
  const turns = words.slice(0, maxKeys).map((_, turn) => [...words.slice(turn), ...words.slice(0, turn)].join(' '));
  if (!withoutSpaces.test(joined)) return turns;
  const letters = [...joined];
  return [...turns, ...letters.slice(0, maxKeys).map((_, start) => letters.slice(start).join(''))];
};

/** Two texts with the same key are the same name, with its words in any order. One without a letter is the same as it is written. */
export const sameNameKey = (name: string): string =>
  foldName(name).split(' ').sort().join(' ') || lowered(name).trim().replace(/\s+/g, ' ');

/** Whether two texts are the same name. No text is the name of nobody. */
export const isSameName = (one: string, other: string): boolean => {
  const key = sameNameKey(one);
  return key !== '' && key === sameNameKey(other);
};
