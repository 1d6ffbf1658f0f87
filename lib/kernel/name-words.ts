/** Letters that Unicode does not take apart, as registers write them: Hausa's hooked ones. */
const plainLetters: Readonly<Record<string, string>> = { Ɓ: "B", Ɗ: "D", Ƙ: "K", Ƴ: "Y" };

/** The words of a name, in capitals and without accents and punctuation: names are written in many ways. */
export function nameWords(name: string): string[] {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
  return plain.replace(/[ƁƊƘƳ]/g, (letter) => plainLetters[letter] ?? letter).match(/[\p{L}\p{N}]+/gu) ?? [];
}
