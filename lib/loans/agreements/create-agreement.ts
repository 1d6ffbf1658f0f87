import { isDeepStrictEqual } from "node:util";
import { db } from "@/db/client";
import { agreements } from "@/db/schema/agreements";
import { ownedBy } from "@/db/tenancy";
import { type Actor, actorName } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { sha256 } from "@/lib/kernel/crypto";
import type { BusinessTime } from "@/lib/kernel/time";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import type { AgreementContent } from "@/lib/terms/agreements";
import { factsOfLoan } from "./facts-of-loan";
import { makeAgreementPdf } from "./make-agreement-pdf";
import { agreementContentOf } from "./template";

type Draft = { content: AgreementContent; pdf: Buffer<ArrayBuffer> };

/** Null if the loan is no offer. To be called before the transaction that accepts: the PDF may take a second. */
export async function draftAgreement({ actor, loan, now }: Call<{ loan: LoanRecord }>): Promise<Draft | null> {
  if (loan.status !== "APPROVED") return null;
  const content = await contentOf(loan, now);
  return { content, pdf: await pdfOf(content, actor, now) };
}

/** With the loan's row locked, which says what is agreed: a draft that says anything else is not used. */
export async function createAgreement(call: Call<{ loan: LoanRecord; draft?: Draft | null }>): Promise<void> {
  const { actor, loan, draft, now } = call;
  const content = await contentOf(loan, now);
  const pdf = draft && isDeepStrictEqual(draft.content, content) ? draft.pdf : await pdfOf(content, actor, now);
  const sent = sentBy(actor);
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

async function contentOf(loan: LoanRecord, now: BusinessTime): Promise<AgreementContent> {
  return agreementContentOf(await factsOfLoan(loan, now));
}

function pdfOf(content: AgreementContent, actor: Actor, now: BusinessTime): Promise<Buffer<ArrayBuffer>> {
  const { borrower, marketplace } = content.facts;
  const sent = sentBy(actor);
  return makeAgreementPdf(content, {
    by: actor.kind === "embedToken" ? `${borrower}, on ${marketplace}` : `${actorName(actor)}, for ${borrower}`,
    at: now.toISOString(),
    from: sent?.address ?? null,
    tokenId: sent?.tokenId ?? null,
  });
}

/** Where an acceptance came from; undefined where the merchant did not act. */
function sentBy(actor: Actor) {
  return actor.kind === "embedToken" ? actor.sent : undefined;
}
