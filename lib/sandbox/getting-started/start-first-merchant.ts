import { transaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { randomText } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { keepIdentities } from "@/lib/lending/funding/borrowers/keep-identities";
import { checkIdentities } from "@/lib/merchants/kyc/check-identities";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { saveDirectors } from "@/lib/merchants/kyc/save-directors";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { processRecords } from "@/lib/sales/records/process-records";
import { demoShop, recordOfShop } from "@/lib/sandbox/demo/shop";
import { businessInfoOf, directorOf, merchantBody } from "@/lib/terms/fixtures/shop.mjs";
import { firstMerchantPrefix } from "@/lib/terms/getting-started";
import { requirePermission } from "@/lib/terms/users/roles";

/**
 * Makes a test merchant with sales figures that can borrow, and with the details that a marketplace knows, so that its
 * journey is nearly filled in. Not inside a transaction.
 * @returns its id at the marketplace
 */
export async function startFirstMerchant({ actor, now }: Call<object>): Promise<{ ref: string }> {
  requirePermission(actor, startFirstMerchant.permission);
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
startFirstMerchant.permission = "change" as const;
