import { transaction } from "@/db/client";
import { keepIdentities } from "@/lib/borrowers/keep-identities";
import type { Call } from "@/lib/call";
import { randomText } from "@/lib/crypto";
import { demoShop, recordOfShop } from "@/lib/demo/shop";
import { CodedError } from "@/lib/errors";
import { processRecords } from "@/lib/ingestion/process-records";
import { checkIdentities } from "@/lib/kyc/check-identities";
import { saveBusinessInfo } from "@/lib/kyc/save-business-info";
import { saveDirectors } from "@/lib/kyc/save-directors";
import { createMerchant } from "@/lib/merchants/create-merchant";
import { reachOf } from "@/lib/reach";
import { businessInfoOf, directorOf, merchantBody } from "@/lib/sandbox/fixtures/shop.mjs";
import { requirePermission } from "@/lib/users/roles";
import { firstMerchantPrefix } from "./constants";

/**
 * Makes a test merchant with sales figures that can borrow, and with the details that a marketplace knows, so that its
 * journey is nearly filled in. Not inside a transaction.
 * @returns its id at the marketplace
 * @throws CodedError INSUFFICIENT_ROLE, TEST_KEY_REQUIRED
 */
export async function startFirstMerchant({ actor, now }: Call<object>): Promise<{ ref: string }> {
  requirePermission(actor, "change");
  if (actor.tenant.environment !== "test") {
    throw new CodedError("TEST_KEY_REQUIRED", "Made-up merchants exist in test only.");
  }
  const ref = `${firstMerchantPrefix}${randomText(10).toLowerCase()}`;
  const shop = demoShop(ref, now);
  const director = directorOf(shop);
  const checks = await checkIdentities(actor.tenant.environment, [director]);
  await transaction(async () => {
    await createMerchant({ actor, input: { ...merchantBody(ref, shop), ...shop.owner, industry: "RETAIL" }, now });
    const records = [recordOfShop(shop)];
    await processRecords({ reach: reachOf(actor), records, scope: { kind: "any" }, submittedAt: now, now });
    await saveBusinessInfo({ actor, ref, input: businessInfoOf(shop), now });
    await saveDirectors({ actor, ref, input: [director], checks, watch: keepIdentities, now });
  });
  return { ref };
}
