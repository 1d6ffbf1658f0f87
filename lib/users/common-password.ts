import type { ZxcvbnFactory, ZxcvbnResult } from "@zxcvbn-ts/core";
import { invalidField } from "@/lib/errors";

/**
 * Refuses a password that would be among the first to be tried: one of the most used in breaches, words or keys in a row,
 * or made of the user's own names. Nothing is asked of its composition (NIST SP 800-63B, section 3.1.1.2).
 * @param own what others know of the user: address, name.
 * @param field the field to name.
 * @throws CodedError VALIDATION_FAILED
 */
export async function refuseCommonPassword(password: string, own: readonly string[], field = "password") {
  checker ??= load();
  const result = (await checker).check(password, own.flatMap(partsOf));
  if (result.score < enough) throw invalidField(field, reasonFor(result));
}

/** Of 0 to 4; 3 stands for at least 10^8 guesses (`@zxcvbn-ts/core`). */
const enough = 3;

let checker: Promise<ZxcvbnFactory> | undefined;

/** Loaded when first needed: 50,000 passwords, about 6 MB of memory and a tenth of a second. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  // What stands behind the first 64 characters can only make a password better, and costs time.
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 64 });
}

/** A name as a whole, without its spaces, and in its parts. */
function partsOf(name: string): string[] {
  return [name, name.replace(/\s+/g, ""), ...name.split("@"), ...name.split(/[\s@.]+/)].filter(
    ({ length }) => length > 2,
  );
}

function reasonFor({ sequence }: ZxcvbnResult): string {
  const dictionaries = sequence.map(({ dictionaryName }) => dictionaryName);
  if (dictionaries.includes("userInputs")) return "Too close to your e-mail address or the name of your business";
  if (sequence.every(({ pattern }) => regular.includes(pattern)))
    return "Repeated or neighbouring characters are easy to guess";
  if (dictionaries.includes("passwords-common")) return "Too close to a password that many people use";
  return "Too easy to guess. A few unusual words in a row are better";
}

const regular = ["repeat", "sequence", "spatial"];
