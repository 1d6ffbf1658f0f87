import { canonicalPieces } from "@/lib/kernel/canonical-json";
import { keyedHash } from "@/lib/kernel/crypto";
import type { DigestPurpose } from "@/lib/kernel/keys/keyed-digests";
import { takeTurns } from "./turns";

/** The same JSON is the same body, whatever the order of its keys. As `keyedDigests`, the newest first. */
export async function fingerprintOfBatch(sent: unknown, purpose: DigestPurpose): Promise<string[]> {
  const hash = keyedHash(purpose);
  const turn = takeTurns();
  for (const piece of canonicalPieces(sent)) {
    hash.update(piece);
    if (turn.isOver()) await turn.next();
  }
  return hash.digests();
}
