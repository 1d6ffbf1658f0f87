import { transaction } from "@/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { sha256 } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { evidenceOf, type LoanKind } from "./loan-kinds";

/** Names all that there is to see of a loan, for what is proposed of a kind too: what is done to it as it was shown repeats it. */
export async function seenOf(loan: LoanRecord, kind?: LoanKind): Promise<string> {
  return sha256(canonicalJson(kind ? await kind.evidenceOf(loan) : evidenceOf(loan)));
}

/** Done to a loan of which nothing has changed since it was shown. */
export async function onLoanAsSeen(
  { actor, loanId }: { actor: Actor; loanId: string },
  seen: string,
  act: () => Promise<void>,
): Promise<void> {
  await transaction(async () => {
    await requireAsSeen(await lockLoan(reachOf(actor), loanId), seen);
    await act();
  });
}

/** With its row locked. @throws CodedError EVIDENCE_CHANGED where it has changed since it was shown */
export async function requireAsSeen(loan: LoanRecord, seen: string, kind?: LoanKind): Promise<void> {
  if ((await seenOf(loan, kind)) === seen) return;
  throw new CodedError("EVIDENCE_CHANGED", "The loan has changed since it was shown. Nothing was done: look again.");
}
