import { createHash } from "node:crypto";

/** Numbers and codes that are the same in every run with the same seed. */
export class Ids {
  private readonly counts = new Map<string, number>();

  constructor(private readonly seed: number | string) {}

  /** The next number of a kind. */
  number(kind: string): number {
    const next = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, next);
    return next;
  }

  /** An id such as Paystack's: a large whole number, another for every call. */
  id(kind: string): number {
    return 860_000_000 + this.number(kind);
  }

  /** Lowercase letters and digits, another for every call. */
  code(kind: string, length = 15): string {
    const digest = createHash("sha512")
      .update(`${this.seed}:${kind}:${this.number(`${kind} code`)}`)
      .digest();
    return Array.from(digest.subarray(0, length), (byte) => (byte % 36).toString(36)).join("");
  }
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
