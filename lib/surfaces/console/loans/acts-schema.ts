import { z } from "zod";
import type { Kobo } from "@/lib/kernel/money";
import { calendarDate, text } from "@/lib/kernel/validation";
import { collectorActs } from "@/lib/terms/console/acts";
import { contactChannels, contactLength } from "@/lib/terms/contacts";
import type { Account, JournalType } from "@/lib/terms/ledger/constants";
import { mostPlanned, planSteps } from "@/lib/terms/loans/plan";
import type { LoanStatus } from "@/lib/terms/loans/states";

const decimal = z.string().regex(/^\d{1,13}(\.\d{1,2})?$/, "Must be a number with at most 2 decimals");
const orNone = <S extends z.ZodType<string, string>>(given: S) => z.union([z.literal(""), given]);

/** The fields of every act, as their form sends them: an empty one is none. The operation's own schema judges them. */
export const actInput = z.object({
  loanId: text(64),
  act: z.enum(collectorActs),
  reason: text(500),
  deductionPercentage: orNone(decimal).optional(),
  minimumDeduction: orNone(decimal).optional(),
  dueDate: orNone(calendarDate).optional(),
  amount: orNone(decimal).optional(),
  reference: z.string().max(255).optional(),
  installments: z
    .array(z.object({ dueDate: calendarDate, amount: decimal }))
    .max(mostPlanned)
    .optional(),
});
export type ActInput = z.output<typeof actInput>;

/** An act, once its preview was seen: on the loan that it showed. */
export const seenActInput = actInput.extend({ seen: text(64) });
export type SeenActInput = z.output<typeof seenActInput>;

/** What of it is typed, and how a plan's instalments are filled in. */
export const actTyped = actInput.omit({ loanId: true, act: true }).extend({
  count: z.string().optional(),
  first: z.string().optional(),
  step: orNone(z.enum(planSteps)).optional(),
});
export type ActTyped = z.output<typeof actTyped>;

/** What a collector notes of a call, as its form sends it. */
export const contactTyped = z.object({
  channel: z.enum(contactChannels, "Choose one"),
  words: text(contactLength),
});

/** What was found of a break. */
export const noteTyped = z.object({ note: text(1000) });

/** A promise as its form sends it. */
export const promiseInput = z.object({ amount: decimal, payBy: calendarDate });
export type PromiseInput = z.output<typeof promiseInput>;

type Standing = {
  status: LoanStatus;
  outstanding: number;
  overdue: number;
  paid: number;
  writtenOff: number;
  recovered: number;
  percentage: number;
  minimum: number;
  dueDate: string;
  paused: boolean;
  schedule: { number: number; dueDate: string; amount: number; paid: number }[];
};

/** What an act would do; amounts in naira, entries in kobo. */
export type ShownPreview = {
  takesTwo: boolean;
  /** Names the loan as it is shown. */
  seen: string;
  /** It waits for the merchant's consent first: nothing else changes until then. */
  asksMerchant: boolean;
  before: Standing;
  after: Standing;
  journals: { type: JournalType; entries: { account: Account; amount: Kobo }[] }[];
  mails: string[];
};
