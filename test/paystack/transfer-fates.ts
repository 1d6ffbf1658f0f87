import { balanceOf, bankAccount, inTransit } from "./books";
import { shownRecipient } from "./recipients";
import { owner, type State, type Step, type Transfer } from "./state";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Fates by name, for plans. Times are of the stand-in's clock. */
export const transferFates = {
  paid: [{ status: "pending" }, { status: "success", after: 0 }],
  "paid at once": [{ status: "success" }],
  "pending for long, then paid": [{ status: "pending" }, { status: "success", after: 3 * day }],
  "pending for long, then failed": [
    { status: "pending" },
    { status: "failed", after: 3 * day, reason: "The bank did not answer" },
  ],
  "failed: account": [{ status: "pending" }, { status: "failed", after: 0, reason: "Account is dormant" }],
  "failed: processor": [{ status: "pending" }, { status: "failed", after: 0, reason: "System malfunction" }],
  "reversed before success": [{ status: "pending" }, { status: "reversed", after: minute }],
  "paid, then reversed": [
    { status: "pending" },
    { status: "success", after: 0 },
    { status: "reversed", after: 2 * day },
  ],
  "otp, then abandoned": [{ status: "otp" }, { status: "abandoned", after: 30 * minute }],
  "otp, then paid": [{ status: "otp" }, { status: "pending", after: 5 * minute }, { status: "success", after: 0 }],
  "received, then paid": [{ status: "received" }, { status: "success", after: minute }],
  "received, then rejected": [{ status: "received" }, { status: "rejected", after: minute }],
  "received, then blocked": [{ status: "received" }, { status: "blocked", after: minute }],
  "an unknown word, then paid": [{ status: "under_review" }, { status: "success", after: day }],
  "an unknown word for good": [{ status: "under_review" }],
} satisfies Record<string, Step[]>;

export type TransferFate = keyof typeof transferFates;

/** Where the money is while a transfer has a status. Of words nobody knows it is only known that it has left. */
function moneyAt(status: string): Transfer["money"] {
  if (["otp", "received", "abandoned", "rejected", "blocked"].includes(status)) return "none";
  if (status === "success") return "paid out";
  return status === "failed" || status === "reversed" ? "given back" : "set aside";
}

/** NGN 10 up to NGN 5,000, 25 up to 50,000, 50 above; stamp duty of NGN 50 from NGN 10,000 on, paid by the sender. */
export function costs({ settings }: State, amount: number): { fee: number; stampDuty: number } {
  return {
    fee: settings.fees ? (amount <= 500_000 ? 1_000 : amount <= 5_000_000 ? 2_500 : 5_000) : 0,
    stampDuty: settings.stampDuty && amount >= 1_000_000 ? 5_000 : 0,
  };
}

/** Lets a transfer meet its fate: its first step at once, the others as the clock comes to them. */
export function meetFate(state: State, transfer: Transfer, steps: readonly Step[]): void {
  const [first, ...later] = steps;
  if (!first) return;
  state.clock.after(first.after ?? 0, () => {
    become(state, transfer, first);
    meetFate(state, transfer, later);
  });
}

/** A transfer takes on a status, and its money moves accordingly. */
export function become(state: State, transfer: Transfer, { status, reason }: Step): void {
  const to = moneyAt(status);
  moveTo(state, transfer, to);
  Object.assign(transfer, { status, failure: reason ?? null, updatedAt: state.clock.iso() });
  if (to === "paid out") {
    transfer.transferredAt = state.clock.iso();
    transfer.session ??= `${110_006_000_000 + transfer.id}`;
  }
  if (["success", "failed", "reversed"].includes(status)) {
    const { integration, domain } = transfer;
    const whole = { id: integration, is_live: domain === "live", business_name: `Integration ${integration}` };
    state.tell({ key: "", integration, domain }, `transfer.${status}`, {
      ...shownTransfer(state, transfer),
      integration: whole,
    });
  }
}

function moveTo(state: State, transfer: Transfer, to: Transfer["money"]): void {
  const { books } = state;
  const { reference, amount, fee, stampDuty, recipient, money } = transfer;
  // What the bank has stays there, whatever word comes after.
  if (money === to || (money === "none" && to === "given back") || (money === "paid out" && to === "set aside")) return;
  const mine = owner(transfer);
  const [balance, transit] = [balanceOf(mine), inTransit(mine, reference)];
  const account = bankAccount(recipient.bankCode, recipient.number);
  const move = { reference, owner: mine, amount };
  const cost = (back: boolean) => {
    for (const [kind, sum] of [
      ["fee", fee],
      ["stamp duty", stampDuty],
    ] as const) {
      const taker = `to ${kind}`;
      books.move({ ...move, kind, amount: sum, from: back ? taker : balance, to: back ? balance : taker });
    }
  };
  if (money === "none" || money === "given back") {
    books.move({ ...move, kind: "set aside", from: balance, to: transit });
    cost(false);
  }
  if (to === "paid out") books.move({ ...move, kind: "payout", from: transit, to: account });
  else if (money === "paid out") {
    books.move({ ...move, kind: "sent back", from: account, to: balance });
    cost(true);
  } else if (to !== "set aside") {
    books.move({ ...move, kind: "given back", from: transit, to: balance });
    cost(true);
  }
  transfer.money = to;
}

/** A transfer as it is shown when asked for. */
export function shownTransfer(state: State, one: Transfer) {
  return {
    amount: one.amount,
    createdAt: one.createdAt,
    currency: "NGN",
    domain: one.domain,
    failures: one.failure === null ? null : [{ reason: one.failure }],
    id: one.id,
    integration: one.integration,
    reason: one.reason,
    reference: one.reference,
    source: "balance",
    source_details: null,
    status: one.status,
    titan_code: null,
    transfer_code: one.code,
    request: one.request,
    transferred_at: one.transferredAt,
    updatedAt: one.updatedAt,
    recipient: shownRecipient(state, one.recipient),
    session: { provider: one.session ? "nip" : null, id: one.session },
    fee_charged: one.money === "paid out" || one.money === "set aside" ? one.fee + one.stampDuty : 0,
    fees_breakdown: null,
    gateway_response: one.failure,
  };
}
