import { operatorUpload } from "@/lib/edge/http/actions/operator-upload";
import { bringStatement } from "@/lib/lending/proposals/bring-statement";
import { accountAt } from "@/lib/surfaces/console/treasury/in-environment";
import { maxStatementBytes } from "@/lib/terms/bank-statements/constants";

/** Previews a statement's file; with `digest`, imports what the preview showed, or proposes it. */
export const POST = operatorUpload({
  permission: "pay",
  most: maxStatementBytes,
  take: async ({ operator, environment, names: { accountId = "" }, search, bytes, realNow }) => {
    const { lenderId } = await accountAt(environment, accountId);
    const digest = search.get("digest");
    const content = Buffer.from(bytes).toString("base64");
    const input = digest === null ? { content, preview: true } : { content, digest };
    const { statement, proposal } = await bringStatement({ operator, lenderId, accountId, input, realNow });
    return { statement, proposalId: proposal?.id ?? null };
  },
});
