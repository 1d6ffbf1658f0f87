import { z } from "zod";
import { rowsOf } from "@/db/rows";
import { later, minute } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { approveKyc } from "@/lib/sandbox/test-helpers/borrowers/approve-kyc";
import { disconnectMerchant } from "@/lib/surfaces/account/consents/disconnect-merchant";
import { merchantBody } from "@/lib/terms/fixtures/shop.mjs";
import { accept, ask, offerOf, type Playing, shareData } from "./borrow";
import type { Step } from "./plan";
import { readStanding } from "./standing";

/** Does what a merchant, or its marketplace for it, does at a moment. In the transaction of its week. */
export async function playStep(playing: Playing, does: Step["does"], now: BusinessTime): Promise<void> {
  const { actor, plan, shop, papers, realNow } = playing;
  const { ref } = plan;
  switch (does) {
    case "join": {
      const { owner } = shop;
      const { category: businessCategory } = plan.shelf;
      await createMerchant({ actor, input: { ...merchantBody(ref, shop), ...owner, businessCategory }, now });
      return;
    }
    case "share-data":
      return shareData(playing, now);
    case "pass-kyc":
      if (papers) await approveKyc({ actor, ref, papers, now });
      return decidePending(playing, later(now, 2 * minute));
    case "ask":
      return ask(playing, now);
    case "decide":
      return decidePending(playing, now);
    case "accept":
      return accept(playing, now);
    case "decline": {
      const loanId = await offerOf(playing);
      if (loanId) await cancelLoan({ actor, loanId, input: { reason: "DECLINED" }, now });
      return;
    }
    case "leave":
      await disconnectMerchant({ actor, ref, input: { reason: "Closed its shop" }, now, realNow });
  }
}

const pendingRow = z.strictObject({ id: z.string() });

async function decidePending({ actor, plan }: Playing, now: BusinessTime): Promise<void> {
  const standing = await readStanding(actor.tenant, plan.ref);
  const pending = await rowsOf(pendingRow)`
    select id from funding_requests where merchant_id = ${standing?.merchantId ?? ""} and status = 'PENDING'`;
  for (const { id } of pending) await decideFundingRequest(id, now);
}
