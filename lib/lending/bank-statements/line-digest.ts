import { canonicalJson } from "@/lib/kernel/canonical-json";
import { decrypt, encrypt, keyedDigest } from "@/lib/kernel/crypto";
import type { StatementLine } from "./readers/model";

const purpose = "statement_lines.said";

/** What strangers wrote, and whether of several payments. */
export type Said = Pick<StatementLine, "references" | "text" | "counterparty" | "several">;

/** Equal for lines that say the same of the same day, which are told apart by how many there are alone. */
export function lineDigest(accountId: string, line: StatementLine): string {
  const { bookingDate, valueDate, amount, reversal, bankReference, references, text, counterparty } = line;
  const named = { bankReference, references: references.toSorted(), text, counterparty };
  return keyedDigest(
    "statement_lines.digest",
    canonicalJson({ accountId, bookingDate, valueDate, amount, reversal, ...named }),
  );
}

export function sealSaid({ references, text, counterparty, several }: Said): string {
  return encrypt(purpose, JSON.stringify({ references, text, counterparty, several }));
}

export function openSaid(sealed: string): Said {
  return JSON.parse(decrypt(purpose, sealed)) as Said;
}
