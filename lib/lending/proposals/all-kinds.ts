import type { ProposalKindName } from "@/lib/terms/proposals/states";
import type { ProposalKind } from "./kind";
import { loanRecovery, loanTerms, loanWriteOff } from "./loan-kinds";

export const kinds: Readonly<Record<ProposalKindName, ProposalKind>> = {
  LOAN_WRITE_OFF: loanWriteOff,
  LOAN_RECOVERY: loanRecovery,
  LOAN_TERMS: loanTerms,
};
