import { operatorFile } from "@/lib/edge/http/actions/operator-file";
import { operatorUpload } from "@/lib/edge/http/actions/operator-upload";
import { signedFormFile } from "@/lib/edge/http/agreement-route";
import { bringSignedForm } from "@/lib/lending/transfers/mandates/send-signed-form";
import { loanAt } from "@/lib/surfaces/console/treasury/in-environment";
import { maxFileBytes } from "@/lib/terms/documents/constants";

/** An account number is written on it: each time that it is looked at is audited. */
export const GET = operatorFile("pay", async ({ params: { loanId = "" }, ...at }) =>
  signedFormFile(await loanAt(at, loanId)),
);

/** One that came on paper. */
export const POST = operatorUpload({
  permission: "pay",
  most: maxFileBytes,
  take: async ({ names: { loanId = "" }, bytes, ...at }) => {
    await bringSignedForm({ ...(await loanAt(at, loanId)), content: inOne(bytes), realNow: at.realNow });
    return { done: true };
  },
});

async function* inOne(bytes: Uint8Array) {
  yield bytes;
}
