/** Said of most businesses, so that they tell nothing apart. */
const empty = new Set(
  "a an and at business buying company dealer dealing for i in my of on or our s sale sales sell seller selling shop store the to we with".split(
    " ",
  ),
);

/** Words to compare a text by: lower case, no accents, no plurals, no empty words unless there are no others. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const words = (plain.replace(/['’.]/g, "").match(/[a-z0-9]+/g) ?? []).map(singular);
  const telling = words.filter((word) => !empty.has(word));
  return telling.length > 0 ? telling : words;
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** How a word sounds, roughly, without its ending: what people who write by ear mix up is the same. */
export function soundOf(word: string): string {
  return word
    .replace(/ph/g, "f")
    .replace(/ck|q/g, "k")
    .replace(/c(?=[eiy])/g, "s")
    .replace(/c(?!h)/g, "k")
    .replace(/z/g, "s")
    .replace(/y/g, "i")
    .replace(/(.)\1+/g, "$1")
    .replace(/(?<=^...*)(?:ing|er|or|ed|e)+$/, "");
}

/** Typing errors that a word may have and still be meant. */
function mostErrors(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/** The first letter is nearly always right, and short words differ by one letter too often to guess. */
export function isNearly(typed: string, word: string): boolean {
  const most = mostErrors(Math.min(typed.length, word.length));
  if (most === 0 || typed[0] !== word[0] || Math.abs(typed.length - word.length) > most) return false;
  return distance(typed, word, most) <= most;
}

/** Optimal string alignment. Of more than `most` only that it is more: what is further apart is not looked at. */
function distance(one: string, other: string, most: number): number {
  const far = most + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i += 1) {
    const next: number[] = new Array(other.length + 1).fill(far);
    if (i <= most) next[0] = i;
    let least = far;
    for (let j = Math.max(1, i - most); j <= Math.min(other.length, i + most); j += 1) {
      const changed = (row[j - 1] ?? far) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? far) + 1 : changed;
      const edits = Math.min(changed, swapped, (row[j] ?? far) + 1, (next[j - 1] ?? far) + 1);
      next[j] = edits;
      if (edits < least) least = edits;
    }
    // A swap reaches back one row more.
    if (least > most && Math.min(...row) >= most) return far;
    before = row;
    row = next;
  }
  return row[other.length] ?? far;
}
