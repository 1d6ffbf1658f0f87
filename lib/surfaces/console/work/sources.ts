import { arrearsWork } from "./arrears-work";
import { breakWork } from "./break-work";
import { complaintWork } from "./complaint-work";
import { goLiveWork } from "./go-live-work";
import { kycProposalWork, kycWork } from "./kyc-work";
import { promiseWork } from "./promise-work";
import { proposalWork } from "./proposal-work";
import type { WorkSource } from "./source";
import { stuckWork, wrongBooks } from "./stuck-work";
import { treasuryWork } from "./treasury-work";

/** All kinds of work; one more is an entry here. */
export const workSources: readonly WorkSource[] = [
  kycWork,
  kycProposalWork,

  ...treasuryWork,
  ...proposalWork,
  complaintWork,
  breakWork,
  promiseWork,
  arrearsWork,
  goLiveWork,
  stuckWork,
  wrongBooks,
];
