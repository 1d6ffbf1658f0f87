import { z } from "zod";
import { foreignId, text } from "@/lib/kernel/validation";
import { reasonTyped } from "@/lib/surfaces/console/parties/schema";
import { closeOrderTyped, mandateTyped, nameAccountTyped } from "./typed-schema";

// What the console's pages send of what was typed, with what it is about and what was shown of that.

export const onLoanAsked = z.object({ loanId: foreignId() });
/** The loan as it was shown (`seenOf`): what is proposed about another is refused. */
const onLoanShown = onLoanAsked.extend({ seen: text(64) });
export const onLoanBecause = reasonTyped.extend(onLoanShown.shape);

/** The payout as it was shown: a decision about another is refused. */
export const onHeldAsked = onLoanAsked.extend({ payoutId: foreignId(), digest: text(64) });
export const refuseHeldAsked = onHeldAsked.extend(reasonTyped.shape);

/** Kobo. */
export const refundAsked = onLoanAsked.extend({ amount: z.int().min(1), accountId: foreignId() });

export const closeOrderAsked = closeOrderTyped.extend({ ...onLoanShown.shape, order: text(16) });
export const nameAccountAsked = nameAccountTyped.extend(onLoanShown.shape);
export const endMandateAsked = onLoanShown.extend({ mandateId: foreignId() });
export const mandateAsked = mandateTyped.extend(onLoanShown.shape);
