import { line } from "@/lib/kernel/validation";

/** Stands in mails to people who asked for nothing: no address to go to, nor what mail programs make links of. */
export const typedName = line(100).refine((value) => !looksLikeAddress(value), {
  message: "Must be a name, not an address: leave out www, slashes, @, and dots and colons inside words",
});

/** "A.B. Stores": nothing ends in a dot and a single letter on the internet. */
const initials = /(?<![\p{L}\p{M}\p{N}])\p{L}\p{M}*\.(?=\p{L}\p{M}*(?![\p{L}\p{M}\p{N}]))/gu;

const addressLike = /[/\\@\u2044\u2215]|\bwww\s*\.|\S[.:][\p{L}\p{N}]/iu;

function looksLikeAddress(value: string): boolean {
  // As browsers read host names: wide letters are letters, other scripts' full stops are dots, what cannot be seen is not there.
  const read = value
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/[\u3002\u06d4\u0589\u0701\u0702]/g, ".");
  return addressLike.test(read.replaceAll(initials, " "));
}
