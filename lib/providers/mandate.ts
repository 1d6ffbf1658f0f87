import type { Environment } from "@/lib/actor";
import { sha256 } from "@/lib/crypto";
import { env } from "@/lib/env";
import { outside } from "./outside";

/** Orders with the same key are the same mandate. */
export type MandateOrder = { idempotencyKey: string; bankCode: string; accountNumber: string };

/** PENDING: the account's holder has not agreed yet, or no provider is configured. */
export type MandateOutcome = { status: "ACTIVE"; reference: string } | { status: "PENDING" };

export type MandateProvider = {
  create(order: MandateOrder): Promise<MandateOutcome>;
  /**
   * The address where an account's holder agrees in person; `create` must not be called before they have. Null: there
   * is no such page.
   * @param linkId names the mandate there: valid once, for minutes.
   */
  pageFor(linkId: string): string | null;
};

/**
 * The sandbox's stand-in: every holder agrees, at once or on a page. Unguarded for the same reason as `sandboxBank`.
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

export function mandateProvider(environment: Environment): MandateProvider {
  return keepers[environment];
}
