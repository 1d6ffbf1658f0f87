import { beforeAll, describe, expect, test } from "vitest";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { findMerchant } from "./queries";

useDatabase();

async function merchantOf(tenant: Tenant) {
  const { merchantId, thirdPartyCustomerId } = await anyMerchant(tenant);
  return { merchantId, thirdPartyCustomerId };
}
type Merchant = Awaited<ReturnType<typeof merchantOf>>;

let tenant: Tenant;
let one: Merchant;
let other: Merchant;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  one = await merchantOf(tenant);
  other = await merchantOf(tenant);
});

const holder = (merchantId: string | null): Actor => ({
  kind: "accessToken",
  tenant,
  clientId: "cli_1",
  merchantId,
  scopes: [],
});
const missing = { code: "NOT_FOUND", message: "No such merchant." };

describe("a merchant's token", () => {
  test("reaches the merchant by either id", async () => {
    for (const ref of [one.merchantId, one.thirdPartyCustomerId]) {
      expect(await findMerchant(reachOf(holder(one.merchantId)), ref, { lock: true })).toMatchObject(one);
    }
  });

  test("reaches no other, whether it exists or not", async () => {
    for (const ref of [other.merchantId, other.thirdPartyCustomerId, "shop-of-nobody", "mer_0", ""]) {
      await expect(findMerchant(reachOf(holder(one.merchantId)), ref)).rejects.toMatchObject(missing);
    }
  });
});

test("the marketplace's token, and other actors, reach every merchant of the tenant and none beyond it", async () => {
  const foreign = await anyMerchant((await createMarketplace()).test);
  for (const actor of [holder(null), sandboxActor(tenant)]) {
    expect(await findMerchant(reachOf(actor), one.merchantId)).toMatchObject(one);
    expect(await findMerchant(reachOf(actor), other.thirdPartyCustomerId)).toMatchObject(other);
    await expect(findMerchant(reachOf(actor), foreign.merchantId)).rejects.toMatchObject(missing);
  }
});
