import type { LineState, LineWait } from "@/lib/terms/bank-statements/states";
import type { BatchKind, batchStates } from "@/lib/terms/batches";
import type { Labels } from "@/lib/terms/label";
import type { PayoutPurpose, PayoutStatus } from "@/lib/terms/loans/states";
import type { PaymentSource, PaymentStatus } from "@/lib/terms/payments/states";
import type { PayoutWait } from "@/lib/terms/payouts";
import type { RemittanceBreakType } from "@/lib/terms/remittances";

// What treasurers read in the console.

export const orderNames: Record<PayoutPurpose | PaymentSource | "DEBIT", string> = {
  DISBURSEMENT: "Payout",
  REFUND: "Refund",
  DIRECT: "Payment",
  MANDATE: "Debit",
  RECOVERY: "Recovery",
  DEBIT: "Debit",
};

export const payoutWaitLabels: Labels<PayoutWait> = {
  PROVIDER: { label: "The provider's answer", tone: "busy" },
  BALANCE: { label: "Money in the lender's account", tone: "warning" },
  OTP: { label: "A code at the provider", tone: "warning" },
  PERSON: { label: "An operator", tone: "bad" },
  REMITTANCE: { label: "The marketplace's remittance", tone: "warning" },
  BATCH: { label: "The bank: it is in a batch", tone: "busy" },
};

export const orderLabels: Labels<PayoutStatus | PaymentStatus> = {
  HELD: { label: "Held", tone: "warning" },
  ANNOUNCED: { label: "Announced", tone: "neutral" },
  PENDING: { label: "Under way", tone: "busy" },
  CONFIRMED: { label: "Confirmed", tone: "good" },
  REFUSED: { label: "Refused by an operator", tone: "bad" },
  FAILED: { label: "Refused by the bank", tone: "bad" },
  CANCELLED: { label: "Cancelled", tone: "neutral" },
  REVERSED: { label: "Came back", tone: "bad" },
};

export const batchLabels: Labels<(typeof batchStates)[number]> = {
  MADE: { label: "To be released", tone: "warning" },
  RELEASED: { label: "Released", tone: "good" },
  RECALLED: { label: "Recalled", tone: "neutral" },
};

export const batchKindNames: Record<BatchKind, string> = { PAYOUTS: "Payouts", DEBITS: "Debits" };

export const batchLineLabels: Labels<"OPEN" | "CONFIRMED" | "REFUSED"> = {
  OPEN: { label: "Open", tone: "busy" },
  CONFIRMED: { label: "Carried out", tone: "good" },
  REFUSED: { label: "Ended unpaid", tone: "bad" },
};

export const lineLabels: Labels<LineState> = {
  MATCHED: { label: "Matched", tone: "good" },
  FEE: { label: "Fee", tone: "neutral" },
  DUTY: { label: "Duty", tone: "neutral" },
  REMITTANCE: { label: "Remittance", tone: "good" },
  PAID_TWICE: { label: "Paid twice", tone: "bad" },
  WAITS: { label: "Waits", tone: "warning" },
  BOOKED: { label: "Booked", tone: "good" },
  DISMISSED: { label: "Dismissed", tone: "neutral" },
};

export const lineWaitTexts: Record<LineWait, string> = {
  NO_ORDER: "Names no order",
  SEVERAL_ORDERS: "Names several orders or remittances",
  OTHER_AMOUNT: "Another amount than ordered",
  OTHER_ACCOUNT: "The order goes over another account",
  NOT_SENT: "The order was in no batch that was released",
  BEING_ASKED: "The provider is being asked about it",
  NOT_UNDER_WAY: "The order is not under way",
  MATCHED_BEFORE: "Another line is the order's already",
  REFERENCE_BOOKED: "The bank's reference is booked already",
  CAME_BACK: "The order came back",
  VALUED_LATER: "Counts from a later day",
};

export const remittanceBreakNames: Record<RemittanceBreakType, string> = {
  RECEIVED_LESS: "Received less",
  NOT_RECEIVED: "Not received",
  UNKNOWN_RECEIPT: "Nobody knows what for",
};
