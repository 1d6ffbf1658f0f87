import type { Environment } from "@/lib/actor";
import { sha256 } from "@/lib/crypto";
import { env } from "@/lib/env";
import { outside } from "./outside";

/** Leave to debit an account, as it is asked for. The same key is the same mandate. */
export type MandateOrder = { idempotencyKey: string; bankCode: string; accountNumber: string };

/** PENDING: the account's holder has yet to agree, or there is nobody to ask. */
export type MandateOutcome = { status: "ACTIVE"; reference: string } | { status: "PENDING" };

/** Whoever keeps mandates for the banks. */
export type MandateProvider = {
  create(order: MandateOrder): Promise<MandateOutcome>;
  /**
   * The address where an account's holder agrees in person, before which nobody is to call `create`; null: there is no such
   * place.
   * @param linkId names the mandate there: good once, and for minutes.
   */
  pageFor(linkId: string): string | null;
};

/**
 * The sandbox's stand-in: every holder agrees, at once or on the page of a bank that the sandbox plays. Without the guard of
 * `mandateProvider`, for the same reason as `sandboxBank`.
 */
export const sandboxMandates: MandateProvider = {
  create: async ({ idempotencyKey }) => ({
    status: "ACTIVE",
    reference: `SBM-${sha256(idempotencyKey).slice(0, 16).toUpperCase()}`,
  }),
  pageFor: (linkId) => (env().sandbox ? `${env().baseUrl}/sandbox-bank/mandates/${linkId}` : null),
};

const nobody: MandateProvider = { create: async () => ({ status: "PENDING" }), pageFor: () => null };

const keepers = { test: outside("mandate", sandboxMandates), live: outside("mandate", nobody) };

/** The mandate provider of an environment. */
export function mandateProvider(environment: Environment): MandateProvider {
  return keepers[environment];
}
