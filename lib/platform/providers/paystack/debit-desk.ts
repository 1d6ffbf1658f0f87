import { log } from "@/lib/kernel/log";
import type { DebitOrder, MandateProvider } from "@/lib/platform/providers/mandate";
import { outside } from "@/lib/platform/providers/outside";
import { paystackMandates } from "./debits";
import type { PaystackRail } from "./types";

/** A lender's account with Paystack as the one that debits. A mandate is named before its holder has agreed. */
export function mandatesAtPaystack(rail: PaystackRail): MandateProvider {
  const paystack = paystackMandates(rail);
  return outside("mandate", {
    create: async () => ({ status: "PENDING" }),
    pageFor: () => null,
    available: async () => null,
    begin: async (order) => {
      const begun = await paystack.begin(order);
      if (begun.status === "BEGUN") return begun;
      log.warn("a mandate could not be begun", { why: begun.why });
      return null;
    },
    begun: async (reference) => {
      const state = await paystack.state({ reference });
      // An account is named once its holder has chosen it.
      if (state.status === "PENDING") return { status: state.status, agreed: state.account !== null };
      if (state.status !== "ACTIVE") return { status: state.status };
      return { status: "ACTIVE", reference: state.authorizationCode, account: state.account };
    },
    status: async ({ begun, mandateReference: authorizationCode }) => {
      const state = await paystack.state({ reference: namedIn(begun).reference, authorizationCode });
      if (state.status === "REVOKED") return "CANCELLED";
      if (state.status === "ACTIVE") return "ACTIVE";
      throw new Error(`Paystack does not say whether a mandate stands: ${state.status}.`);
    },
    debit: async (order) => paystack.debit(ordered(order)),
    isReversed: async (order) => {
      const { status } = await paystack.lookUpDebit(ordered(order));
      if (status === "CONFIRMED") return false;
      return status === "REVERSED" || status === "FAILED" ? true : null;
    },
    cancel: async ({ mandateReference }) => {
      if ((await paystack.revoke(mandateReference)) !== "REVOKED") throw new Error("Paystack has not ended a mandate.");
    },
  } satisfies MandateProvider);
}

function ordered({ begun, reference, mandateReference: authorizationCode, amount }: DebitOrder) {
  if (reference === null) throw new Error("A debit without a reference cannot go over a provider.");
  return { reference, authorizationCode, email: namedIn(begun).email, amount };
}

function namedIn<Begun>(begun: Begun | null): Begun {
  if (begun === null) throw new Error("A mandate that was not begun cannot be asked for over a provider.");
  return begun;
}
