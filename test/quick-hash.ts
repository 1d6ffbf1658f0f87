import { argon2id, hash } from "argon2";

/**
 * A password's hash as it is stored, of the least work: the real one takes as long as a whole test (it is held to its
 * parameters in lib/parties/people/password/password.test.ts). What is checked against it says itself how it was made.
 */
export function quickHash(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), { type: argon2id, memoryCost: 64, timeCost: 2, parallelism: 1 });
}
