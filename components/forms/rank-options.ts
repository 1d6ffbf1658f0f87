/** What can be chosen in a `ComboboxField`. */
export type ComboboxOption = {
  value: string;
  label: string;
  /** Shown below the label. */
  note?: string;
  /** Other names it is found by. */
  alsoCalled?: readonly string[];
};

/**
 * The options that fit what was typed, best first: the whole name, the beginning of a name, the beginnings of words in it,
 * then any part. Equally good ones keep their order. Case, accents, punctuation and spaces are ignored.
 */
export function rankOptions(options: readonly ComboboxOption[], typed: string): ComboboxOption[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [...options];
  return options
    .map((option) => ({ option, rank: Math.min(...namesOf(option).map((name) => rankOf(name, wanted))) }))
    .filter(({ rank }) => rank < unfit)
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}

/** The option that is called exactly what was typed. */
export function optionCalled(options: readonly ComboboxOption[], typed: string): ComboboxOption | undefined {
  const wanted = wordsOf(typed).join("");
  return wanted === ""
    ? undefined
    : options.find((option) => namesOf(option).some((name) => wordsOf(name).join("") === wanted));
}

const namesOf = ({ label, alsoCalled = [] }: ComboboxOption) => [label, ...alsoCalled];

const unfit = 4;

function rankOf(name: string, wanted: readonly string[]): number {
  const words = wordsOf(name);
  const whole = words.join("");
  const typed = wanted.join("");
  if (whole === typed) return 0;
  if (whole.startsWith(typed)) return 1;
  if (wanted.every((part) => words.some((word) => word.startsWith(part)))) return 2;
  return whole.includes(typed) ? 3 : unfit;
}

function wordsOf(name: string): string[] {
  const plain = name
    .normalize("NFKD")
    .replace(/[\p{M}’']/gu, "")
    .toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}
