import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { agreements } from "@/db/schema/agreements";
import { loans } from "@/db/schema/loans";
import { inReach } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import { loansById } from "@/lib/loans/loans/queries";
import type { KeyFactsAnswer } from "@/lib/terms/agreements";
import { factsOfLoan } from "./facts-of-loan";
import { agreementContentOf } from "./template";

export async function readKeyFacts({ actor, loanId, now }: Call<{ loanId: string }>): Promise<KeyFactsAnswer> {
  const reach = reachOf(actor);
  const [loan] = await loansById(reach, [loanId]);
  if (!loan) throw notFound("loan");
  const { content, sha256, templateVersion, acceptedAt } = agreements;
  const [agreed] = await db()
    .select({ content, sha256, templateVersion, acceptedAt })
    .from(agreements)
    .where(inReach(agreements, reach, eq(agreements.id, loan.id)));
  if (!agreed) return { loanId, ...agreementContentOf(await factsOfLoan(loan, now)), agreement: null };
  const { content: agreedTo, ...kept } = agreed;
  return { loanId, ...agreedTo, agreement: { ...kept, acceptedAt: kept.acceptedAt.toISOString() } };
}
readKeyFacts.errors = ["NOT_FOUND"] as const;

export async function readAgreement(
  reach: Reach,
  loanId: string,
): Promise<{ reference: string; pdf: Buffer<ArrayBuffer>; sha256: string }> {
  const [found] = await db()
    .select({ reference: loans.reference, pdf: agreements.pdf, sha256: agreements.sha256 })
    .from(agreements)
    .innerJoin(loans, eq(loans.id, agreements.id))
    .where(inReach(agreements, reach, eq(agreements.id, loanId)));
  if (!found) throw notFound("agreement");
  return found;
}
