import type { Environment } from "@/lib/actor";
import { sha256 } from "@/lib/crypto";

/** Leave to debit an account, as it is asked for. The same key is the same mandate. */
export type MandateOrder = { idempotencyKey: string; bankCode: string; accountNumber: string };

/** PENDING: the account's holder has yet to agree, or there is nobody to ask. */
export type MandateOutcome = { status: "ACTIVE"; reference: string } | { status: "PENDING" };

/** Whoever keeps mandates for the banks. */
export type MandateProvider = { create(order: MandateOrder): Promise<MandateOutcome> };

/** The sandbox's stand-in: every holder agrees at once. */
const sandboxMandates: MandateProvider = {
  create: async ({ idempotencyKey }) => ({
    status: "ACTIVE",
    reference: `SBM-${sha256(idempotencyKey).slice(0, 16).toUpperCase()}`,
  }),
};

const nobody: MandateProvider = { create: async () => ({ status: "PENDING" }) };

/** The mandate provider of an environment. */
export function mandateProvider(environment: Environment): MandateProvider {
  return environment === "test" ? sandboxMandates : nobody;
}
