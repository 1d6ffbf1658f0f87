import { z } from "zod";
import { calendarDate, foreignId, text } from "@/lib/kernel/validation";
import { lineSources } from "@/lib/terms/bank-statements/states";
import { payoutFailures } from "@/lib/terms/payouts";
import { nairaTyped } from "@/lib/terms/typed-amounts";

// What treasurers type in the console's forms. Each says why: it stands in the audit log, and another operator reads it.

const unchosen = "Choose one";
const reason = text(500);
const naira = nairaTyped.min(1, "Must not be empty");

export const reasonTyped = z.object({ reason });

export const closeOrderTyped = z.object({
  outcome: z.enum(["PAID", "NOT_PAID"], unchosen),
  amount: naira,
  /** Of the line on the statement, where it was paid. */
  bankReference: foreignId(64).optional(),
  /** Where it was not. */
  cause: z.enum(payoutFailures).optional(),
  reason,
});

export const nameAccountTyped = z.object({
  holder: z.enum(["NAMED", "UNKNOWN"], unchosen),
  accountName: text(150).optional(),
  reason,
});

export const mandateTyped = z.object({ bankReference: foreignId(64), reason });

export const receivedTyped = z.object({
  direction: z.enum(["IN", "BACK"], unchosen),
  amount: naira,
  receivedOn: calendarDate,
  bankReference: foreignId(64),
  reason,
});

export const noteTyped = z.object({ note: text(500) });

export const bookLineTyped = z.object({ loanId: foreignId(64), as: z.enum(lineSources, unchosen), reason });
