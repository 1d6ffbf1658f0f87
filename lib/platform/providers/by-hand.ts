import type { BankProvider } from "./bank";
import type { MandateProvider } from "./mandate";
import { outside } from "./outside";

/**
 * A lender's online banking, which people enter batches into: nobody here can ask it anything. What it did is known from its
 * statement, or from two operators (docs/by-hand.md).
 */
export const bankByHand: BankProvider = outside("bank", {
  inBatches: true,
  nameEnquiry: async () => "NOT_CHECKED",
  transfer: async () => ({ status: "PENDING", waitsFor: "BATCH" }),
});

/** Mandates are given on paper, and ended there by people. */
export const mandatesByHand: MandateProvider = outside("mandate", {
  inBatches: true,
  create: async () => ({ status: "PENDING" }),
  debit: async () => ({ status: "PENDING" }),
  available: async () => null,
  cancel: async () => {},
  status: async () => "ACTIVE",
  pageFor: () => null,
});
