export type ComboboxOption = {
  value: string;
  label: string;
  note?: string;
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

export function optionCalled(options: readonly ComboboxOption[], typed: string): ComboboxOption | undefined {
  const wanted = wordsOf(typed).join("");
  return wanted === ""
    ? undefined
    : options.find((option) => namesOf(option).some((name) => wordsOf(name).join("") === wanted));
}

/**
 * Where an arrow goes in an open list. The first option is proposed to whoever types, but nobody has gone there yet: Down
 * goes to it before it goes on.
 * @param active the value of the option that an arrow went to last; null: none did
 */
export function arrowTo(
  options: readonly ComboboxOption[],
  active: string | null,
  arrow: "ArrowDown" | "ArrowUp",
): ComboboxOption | undefined {
  const at = options.findIndex(({ value }) => value === active);
  if (arrow === "ArrowDown") return at < options.length - 1 ? options[at + 1] : options[0];
  return at > 0 ? options[at - 1] : options.at(-1);
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
