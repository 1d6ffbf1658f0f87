"use client";

import type { UseFormReturn } from "react-hook-form";
import { ComboboxField } from "@/components/forms/combobox-field";
import type { BankKind } from "@/lib/terms/banks";

const bankKindLabels: Record<BankKind, string> = {
  COMMERCIAL: "Bank",
  MERCHANT: "Merchant bank",
  NON_INTEREST: "Non-interest bank",
  MOBILE_MONEY: "Wallet",
  PAYMENT_SERVICE: "Payment service bank",
  MICROFINANCE: "Microfinance bank",
  MORTGAGE: "Mortgage bank",
};

/** The list is longer than the rest of the step, so it is loaded on its own. */
async function loadBanks() {
  const { banks } = await import("@/lib/terms/banks");
  return banks.map(({ code, name, kind, alsoCalled }) => ({
    value: code,
    label: name,
    note: bankKindLabels[kind],
    alsoCalled,
  }));
}

export function BankField({ form }: { form: UseFormReturn<{ bankCode: string; accountNumber: string }> }) {
  return (
    <ComboboxField
      form={form}
      name="bankCode"
      label="Bank"
      hint="Banks, microfinance banks and wallets"
      placeholder="Type its name"
      none="We know no bank of this name. Check the spelling, or try a part of it."
      load={loadBanks}
    />
  );
}
