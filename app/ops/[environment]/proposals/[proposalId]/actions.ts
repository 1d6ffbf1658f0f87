"use server";

import { actionsOn } from "@/lib/edge/http/actions/operator-action";
import { approveProposal, rejectProposal } from "@/lib/lending/proposals/decide-proposal";
import { approveProposalBody, rejectProposalBody } from "@/lib/lending/proposals/schema";
import { proposalAt } from "@/lib/surfaces/console/treasury/in-environment";

/** Its kind says what it takes to decide about it, which the verb asks for: here anybody may come who decides about some. */
const onProposal = actionsOn("view", "proposalId", proposalAt);

export const approve = onProposal("approveProposal", approveProposalBody, approveProposal);
export const reject = onProposal("rejectProposal", rejectProposalBody, rejectProposal);
