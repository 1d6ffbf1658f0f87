"use client";

import { useEffect, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { ComboboxField } from "@/components/forms/combobox-field";
import type { LoanBanks } from "@/lib/lending/transfers/payouts/schema";
import type { BankKind } from "@/lib/terms/banks";
import { bankLimitTexts } from "@/lib/terms/payouts";

const bankKindLabels: Record<BankKind, string> = {
  COMMERCIAL: "Bank",
  MERCHANT: "Merchant bank",
  NON_INTEREST: "Non-interest bank",
  MOBILE_MONEY: "Wallet",
  PAYMENT_SERVICE: "Payment service bank",
  MICROFINANCE: "Microfinance bank",
  MORTGAGE: "Mortgage bank",
};

/** What is not known within it is not said: whoever chooses does not wait for a provider. */
const limitsWithin = 4_000;

const limitIn = (limits: LoanBanks | null, code: string) => {
  if (limits?.notPaid.includes(code)) return bankLimitTexts.NOT_PAID;
  return limits?.notDebited.includes(code) ? bankLimitTexts.NOT_DEBITED : null;
};

type Props = {
  form: UseFormReturn<{ bankCode: string; accountNumber: string }>;
  /** What cannot be done at which banks; null: nobody says. */
  readLimits?: () => Promise<LoanBanks | null>;
};

export function BankField({ form, readLimits }: Props) {
  const [limits, setLimits] = useState<LoanBanks | null>(null);
  // The list is longer than the rest of the step, so it is loaded on its own.
  const [load] = useState(() => async () => {
    const late = new Promise<null>((resolve) => setTimeout(resolve, limitsWithin, null));
    const asked = readLimits ? Promise.race([readLimits().catch(() => null), late]) : null;
    const [{ banks }, known] = await Promise.all([import("@/lib/terms/banks"), asked]);
    setLimits(known);
    return banks.map(({ code, name, kind, alsoCalled }) => {
      return { value: code, label: name, note: limitIn(known, code) ?? bankKindLabels[kind], alsoCalled };
    });
  });
  const limit = limitIn(limits, useWatch({ control: form.control, name: "bankCode" }));
  useEffect(() => {
    const { error } = form.getFieldState("bankCode");
    if (limit) form.setError("bankCode", { message: limit });
    else if (Object.values(bankLimitTexts).some((text) => text === error?.message)) form.clearErrors("bankCode");
  }, [limit, form]);
  return (
    <ComboboxField
      form={form}
      name="bankCode"
      label="Bank"
      hint="Banks, microfinance banks and wallets"
      placeholder="Type its name"
      none="We know no bank of this name. Check the spelling, or try a part of it."
      load={load}
    />
  );
}
