import { isNearly, soundOf, wordsOf } from "./words";

export type Searchable = { readonly name: string; readonly words: string };

type Word = { text: string; sound: string };
/** `padded`: the text with a blank on either side, as whole words are looked for. */
type Phrase = { text: string; padded: string; joined: string; words: readonly Word[] };
/** `words`: those of all its phrases, each once. */
type Entry<E> = { entry: E; name: Phrase; phrases: readonly Phrase[]; words: readonly Word[] };

/** A list made ready for searching: equal words are one object, so that each is compared once. */
export type Index<E> = { entries: readonly Entry<E>[]; vocabulary: Vocabulary };

/** Words by their first letter, which is nearly always right, and by their sound. */
type Vocabulary = { byLetter: ReadonlyMap<string, readonly Word[]>; bySound: ReadonlyMap<string, readonly Word[]> };

const mostWords = 8;

export function indexed<E extends Searchable>(list: readonly E[]): Index<E> {
  const known = new Map<string, Word>();
  const wordOf = (text: string): Word => {
    const word = known.get(text) ?? { text, sound: soundOf(text) };
    known.set(text, word);
    return word;
  };
  const phraseIn = (text: string) => phraseOf(wordsOf(text).map(wordOf));
  const entries = list.map((entry) => {
    const [name, phrases] = [phraseIn(entry.name), entry.words.split(",").map(phraseIn)];
    const words = [...new Set([name, ...phrases].flatMap((phrase) => phrase.words))];
    return { entry, name, phrases, words };
  });
  const words = [...known.values()];
  const vocabulary = {
    byLetter: grouped(words, ({ text }) => text.slice(0, 1)),
    bySound: grouped(words, ({ sound }) => sound),
  };
  return { entries, vocabulary };
}

function grouped(words: readonly Word[], key: (word: Word) => string): Map<string, Word[]> {
  const groups = new Map<string, Word[]>();
  for (const word of words) groups.set(key(word), [...(groups.get(key(word)) ?? []), word]);
  return groups;
}

function phraseOf(words: readonly Word[]): Phrase {
  const texts = words.map(({ text }) => text);
  const text = texts.join(" ");
  return { text, padded: ` ${text} `, joined: texts.join(""), words };
}

/** Best is the name or its beginning, then other words for it, then all the words mistyped; some of them come last. */
export function ranked<E>({ entries, vocabulary }: Index<E>, query: string): E[] {
  const typed = wordsOf(query).slice(0, mostWords);
  if (typed.length === 0) return [];
  const wanted = phraseOf(typed.map((text) => ({ text, sound: soundOf(text) })));
  const likenesses = wanted.words.map((word) => likenessIn(vocabulary, word));
  const meant = new Set(likenesses.flatMap((like) => [...like.keys()]));
  const scored = entries.flatMap((one) => {
    // Most have none of the words, and everybody may search: what is not looked at costs nobody anything.
    const score = wholly(one, wanted) ?? (one.words.some((word) => meant.has(word)) && byWords(one, likenesses));
    return score && score.points > 0 ? [{ entry: one.entry, ...score }] : [];
  });
  const complete = scored.filter(({ all }) => all);
  return (complete.length > 0 ? complete : scored)
    .sort((one, other) => other.points - one.points)
    .map(({ entry }) => entry);
}

type Score = { all: boolean; points: number };

function wholly({ name, phrases }: Entry<unknown>, wanted: Phrase): Score | null {
  const found = (points: number): Score => ({ all: true, points });
  const isIt = ({ joined }: Phrase) => joined === wanted.joined;
  const has = ({ padded, words }: Phrase) =>
    padded.includes(wanted.padded) || words.some((word) => word.text === wanted.joined);
  const begins = ({ joined }: Phrase) => joined.startsWith(wanted.joined);
  if (isIt(name)) return found(1000);
  if (name.text.startsWith(`${wanted.text} `)) return found(950);
  if (phrases.some(isIt)) return found(900);
  if (has(name)) return found(800);
  if (phrases.some(has)) return found(700);
  if (begins(name)) return found(600);
  if (phrases.some(begins)) return found(500);
  return null;
}

type Likeness = ReadonlyMap<Word, number>;

function byWords({ name, phrases }: Entry<unknown>, typed: readonly Likeness[]): Score {
  const inEach = [name, ...phrases].map(({ words }) =>
    typed.map((like) => words.reduce((best, word) => Math.max(best, like.get(word) ?? 0), 0)),
  );
  // A word of the name says more than one of the others.
  const best = typed.map((_, i) => Math.max(...inEach.map((points, at) => (points[i] ?? 0) * (at === 0 ? 12 : 10))));
  const together = typed.length > 1 && inEach.some((points) => points.every((some) => some > 0));
  const named = name.words.filter((word) => typed.some((like) => like.get(word) === exact)).length / name.words.length;
  const sum = best.reduce((total, points) => total + points, 0);
  if (sum === 0) return { all: false, points: 0 };
  return { all: best.every((points) => points > 0), points: sum / typed.length + (together ? 40 : 0) + 20 * named };
}

const exact = 10;

function likenessIn({ byLetter, bySound }: Vocabulary, typed: Word): Likeness {
  const like = new Map<Word, number>();
  for (const word of [...(byLetter.get(typed.text.slice(0, 1)) ?? []), ...(bySound.get(typed.sound) ?? [])]) {
    const points = likeness(typed, word);
    if (points > 0) like.set(word, points);
  }
  return like;
}

function likeness(typed: Word, word: Word): number {
  const [long, longest] = [typed.text.length, word.text.length];
  if (typed.text === word.text) return exact;
  if (long > 1 && word.text.startsWith(typed.text)) return 7;
  if (long > 2 && typed.sound === word.sound) return 6;
  if (longest > 4 && typed.text.startsWith(word.text)) return 2;
  if (isNearly(typed.text, word.text)) return 5;
  // Mistyped, and not all typed yet.
  return long > 4 && longest > long && isNearly(typed.text, word.text.slice(0, long)) ? 3 : 0;
}
