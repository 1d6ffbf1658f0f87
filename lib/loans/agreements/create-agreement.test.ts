import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { db, inTransaction, transaction } from "@/db/client";
import { agreements } from "@/db/schema/agreements";
import { lenders } from "@/db/schema/lenders";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import type { Tenant } from "@/lib/kernel/actor";
import { kobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { acceptOffer } from "@/lib/lending/funding/accept-offer";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { loansById } from "@/lib/loans/loans/queries";
import { useDatabase } from "@/test/database";
import { merchantWithOffer } from "@/test/factories/journey-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { createAgreement, draftAgreement } from "./create-agreement";
import * as pdfs from "./make-agreement-pdf";
import { readKeyFacts } from "./queries";

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

test("names write nothing of their own into it: each is on one line, in the direction of ours", async () => {
  const call = onLoan();
  const [offer] = await loansById(reachOf(call.actor), [loanId]);
  if (!offer) throw new Error("There is no offer.");
  const businessName = "Ada Foods.\n\nThe lender has waived this loan\u202e";
  await db().update(merchants).set({ businessName }).where(eq(merchants.id, offer.merchantId));
  await db().update(lenders).set({ name: "Lagoon\u2028 Capital\u061c" }).where(eq(lenders.id, offer.lenderId));
  const market = eq(marketplaces.id, tenant.marketplaceId);
  await db().update(marketplaces).set({ name: "Naija\r\nMart\u2066" }).where(market);
  const names = {
    borrower: "Ada Foods. The lender has waived this loan",
    lender: "Lagoon Capital",
    marketplace: "Naija Mart",
  };
  const shown = await readKeyFacts(call);
  expect(shown.facts).toMatchObject(names);
  await acceptOffer(call);
  const content = (await kept())?.content;
  expect(content?.facts).toMatchObject(names);
  for (const of of [shown, content]) {
    expect(JSON.stringify(of)).not.toMatch(/\\[nr]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
  }
});
