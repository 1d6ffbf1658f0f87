import type { z } from "zod";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import type { LoanKind } from "./loan-kinds";

type Reasoned = { reason: string };

/** What operators do to a loan: as an operation below `/api/ops/loans`, and as an act of `npm run operator`. */
export type LoanOperation<Input extends Reasoned = Reasoned> = {
  operationId: string;
  summary: string;
  description: string;
  body: z.ZodType<Input> & { shape: object };
  /** Besides those of every operation on a loan. */
  errors?: readonly ErrorCode[];
  /** How it is done at once; null where it always takes two. */
  act: { now(call: LoanCall & { input: Input }): Promise<void> } | null;
  /** Where it takes two operators; null where one is enough. */
  second: { kind: LoanKind; for(loan: LoanRecord, input: Input): boolean } | null;
};

export function operation<Input extends Reasoned>(one: LoanOperation<Input>): LoanOperation {
  return one;
}
