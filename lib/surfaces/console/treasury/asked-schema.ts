import { z } from "zod";
import { foreignId, text } from "@/lib/kernel/validation";
import { closeOrderTyped, mandateTyped, nameAccountTyped, reasonTyped } from "./typed-schema";

// What the console's pages send of what was typed, with what it is about and what was shown of that.

export const onLoanAsked = z.object({ loanId: foreignId() });
export const onLoanBecause = reasonTyped.extend(onLoanAsked.shape);

/** The payout as it was shown: a decision about another is refused. */
export const onHeldAsked = onLoanAsked.extend({ payoutId: foreignId(), digest: text(64) });
export const refuseHeldAsked = onHeldAsked.extend(reasonTyped.shape);

/** Kobo. */
export const refundAsked = onLoanAsked.extend({ amount: z.int().min(1), accountId: foreignId() });

export const closeOrderAsked = closeOrderTyped.extend({ ...onLoanAsked.shape, order: text(16) });
export const nameAccountAsked = nameAccountTyped.extend(onLoanAsked.shape);
export const endMandateAsked = onLoanAsked.extend({ mandateId: foreignId() });
export const mandateAsked = mandateTyped.extend(onLoanAsked.shape);
