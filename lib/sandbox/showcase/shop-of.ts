import type { Tenant } from "@/lib/kernel/actor";
import { sha256 } from "@/lib/kernel/crypto";
import { readCredentials } from "@/lib/sandbox/test-helpers/state";
import { drawnShop, type Shop } from "@/lib/terms/fixtures/shop.mjs";
import { sandboxLastNames } from "@/lib/terms/kyc/constants";
import type { Fate } from "./fates";
import type { Plan } from "./plan";

/** Last names by which the sandbox's review decides. */
const reviewed: Partial<Record<Fate, string>> = {
  "in-review": sandboxLastNames.manual,
  undecided: sandboxLastNames.manual,
  "needs-update": sandboxLastNames.update,
  "timeframe-expired": sandboxLastNames.update,
  "kyc-rejected": sandboxLastNames.reject,
  "kyc-refused": sandboxLastNames.reject,
};

export async function shopOf(tenant: Tenant, plan: Plan): Promise<Shop> {
  const { ref, ownerOf, fate, businessName, city } = plan;
  const drawn = drawnShop(sha256(`${tenant.marketplaceId} ${ref}`));
  const address = drawn.address.replace("Lagos", city);
  const { owner, bvn, dateOfBirth } = drawnShop(sha256(`${tenant.marketplaceId} ${ownerOf}`));
  const shop: Shop = {
    ...drawn,
    businessName,
    address,
    bvn,
    dateOfBirth,
    owner: { ...owner, lastName: reviewed[fate] ?? owner.lastName },
  };
  return fate === "no-lender-available" ? { ...shop, bvn: await bvnOfDefaulter(shop.bvn) } : shop;
}

/** The BVN of the demo marketplace's test merchant whose loan is in default: an owner who owes elsewhere. */
async function bvnOfDefaulter(other: string): Promise<string> {
  const demo = await readCredentials();
  return demo ? drawnShop(sha256(`${demo.marketplaceId} test-loan-defaulted`)).bvn : other;
}
