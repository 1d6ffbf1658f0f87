import { attemptErrors } from "./error-codes/attempts";
import type { ErrorRow } from "./error-codes/error-row";
import { loanErrors } from "./error-codes/loans";
import { merchantErrors } from "./error-codes/merchants";
import { partyErrors } from "./error-codes/parties";
import { requestErrors } from "./error-codes/request";

const rows = { ...requestErrors, ...merchantErrors, ...loanErrors, ...partyErrors, ...attemptErrors };

export type ErrorCode = keyof typeof rows;

/** Every error code the service answers with, and all that is said about it. */
export const errors: Record<ErrorCode, ErrorRow> = rows;

export const errorCodes = Object.keys(errors) as ErrorCode[];
