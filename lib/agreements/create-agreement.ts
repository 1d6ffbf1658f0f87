import { db } from "@/db/client";
import { agreements } from "@/db/schema/agreements";
import { ownedBy } from "@/db/tenancy";
import { actorName } from "@/lib/actor";
import type { Call } from "@/lib/call";
import { sha256 } from "@/lib/crypto";
import type { LoanRecord } from "@/lib/loans/load-loans";
import { factsOfLoan } from "./facts-of-loan";
import { makeAgreementPdf } from "./make-agreement-pdf";
import { agreementContentOf } from "./template";

/**
 * Makes and keeps the agreement about a loan that is being accepted, in the caller's transaction and with the loan's
 * row locked: what is agreed is what the row says.
 */
export async function createAgreement({ actor, loan, now }: Call<{ loan: LoanRecord }>): Promise<void> {
  const content = agreementContentOf(await factsOfLoan(loan, now));
  const { borrower, marketplace } = content.facts;
  const sent = actor.kind === "embedToken" ? actor.sent : undefined;
  const pdf = await makeAgreementPdf(content, {
    by: actor.kind === "embedToken" ? `${borrower}, on ${marketplace}` : `${actorName(actor)}, for ${borrower}`,
    at: now.toISOString(),
    from: sent?.address ?? null,
    tokenId: sent?.tokenId ?? null,
  });
  await db()
    .insert(agreements)
    .values({
      id: loan.id,
      ...ownedBy(actor.tenant),
      merchantId: loan.merchantId,
      templateVersion: content.templateVersion,
      content,
      pdf,
      sha256: sha256(pdf),
      acceptedAt: now,
      acceptedBy: actorName(actor),
      acceptedFrom: sent?.address ?? null,
      tokenId: sent?.tokenId ?? null,
    });
}
