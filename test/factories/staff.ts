import type { MarketplaceRole, Tenant } from "@/lib/actor";
import { dashboardTokens, mintToken } from "@/lib/bearer-tokens";
import { randomText } from "@/lib/crypto";
import { createStaff } from "@/lib/users/create-staff";
import { now } from "@/test/time";
import { sandboxActor } from "./kyc";

let made = 0;

/** Somebody of the tenant's marketplace, with their password and a token of the dashboard. */
export async function anyStaff(tenant: Tenant, role: MarketplaceRole = "OWNER") {
  made += 1;
  const input = { name: `Staff ${made}`, email: `Staff${made}@marketplace.example`, password: randomText(20), role };
  const user = await createStaff({ actor: sandboxActor(tenant), input, realNow: now() });
  return { ...user, password: input.password, token: await mintToken(dashboardTokens, user.id, { epoch: 0 }, now()) };
}
