import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { db, inTransaction, transaction } from "@/db/client";
import { agreements } from "@/db/schema/agreements";
import { loans } from "@/db/schema/loans";
import type { Tenant } from "@/lib/actor";
import { acceptOffer } from "@/lib/funding/accept-offer";
import { lockLoan } from "@/lib/loans/load-loans";
import { loansById } from "@/lib/loans/queries";
import { kobo } from "@/lib/money";
import { reachOf } from "@/lib/reach";
import { useDatabase } from "@/test/database";
import { merchantWithOffer } from "@/test/factories/journey-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { createAgreement, draftAgreement } from "./create-agreement";
import * as pdfs from "./make-agreement-pdf";

useDatabase();

const { makeAgreementPdf } = pdfs;
/** For each PDF made, whether that was inside a transaction. */
let inside: boolean[];
let tenant: Tenant;
let loanId: string;
beforeEach(async () => {
  inside = [];
  vi.spyOn(pdfs, "makeAgreementPdf").mockImplementation((...given) => {
    inside.push(inTransaction());
    return makeAgreementPdf(...given);
  });
  tenant = (await createMarketplace()).test;
  loanId = (await merchantWithOffer(tenant)).loanId;
});

const onLoan = () => ({ actor: sandboxActor(tenant), loanId, now: now() });

async function kept() {
  const [row] = await db().select().from(agreements).where(eq(agreements.id, loanId));
  return row;
}

test("the PDF is made once, before anything is locked", async () => {
  await acceptOffer(onLoan());
  await acceptOffer(onLoan());
  expect(inside).toEqual([false]);
  expect((await kept())?.content.facts).toMatchObject({ minimumDeduction: 100 });
});

test("what is agreed is what the loan says when it is accepted, whatever was drafted", async () => {
  const call = onLoan();
  const [offer] = await loansById(reachOf(call.actor), [loanId]);
  const draft = offer && (await draftAgreement({ ...call, loan: offer }));
  await db()
    .update(loans)
    .set({ minimumDeduction: kobo(20_000) })
    .where(eq(loans.id, loanId));
  await transaction(async () => {
    const loan = await lockLoan(reachOf(call.actor), loanId);
    await createAgreement({ ...call, loan, draft });
  });
  const row = await kept();
  expect(row?.content.facts).toMatchObject({ minimumDeduction: 200 });
  expect(row?.pdf.equals(draft?.pdf ?? Buffer.of())).toBe(false);
  expect(inside).toEqual([false, true]);
});
