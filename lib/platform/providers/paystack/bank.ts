import type { BankProvider, TransferOrder } from "@/lib/platform/providers/bank";
import { outside } from "@/lib/platform/providers/outside";
import { transferFee } from "./fees";
import { paystackBank } from "./transfers";
import type { PaystackRail } from "./types";

/** A lender's account with Paystack as the bank that its money goes out from. */
export function bankAtPaystack(rail: PaystackRail): BankProvider {
  const paystack = paystackBank(rail);
  return outside("bank", {
    nameEnquiry: ({ bankCode, accountNumber }) => paystack.nameEnquiry({ bankCode, accountNumber }),
    transfer: (order) => paystack.transfer(ordered(order)),
    isReversed: async (order) => {
      const { status } = await paystack.lookUpTransfer(ordered(order));
      if (status === "CONFIRMED") return false;
      return status === "REVERSED" || status === "FAILED" ? true : null;
    },
    cover: async (amount) => {
      const available = await paystack.balance();
      return available === null ? null : { available, fee: transferFee(amount) };
    },
  } satisfies BankProvider);
}

function ordered({ reference, narration: reason, amount, bankCode, accountNumber, accountName }: TransferOrder) {
  if (reference === null) throw new Error("A transfer without a reference cannot go over a provider.");
  return { reference, reason, amount, bankCode, accountNumber, accountName };
}
