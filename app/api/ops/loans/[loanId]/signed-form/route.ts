import { signedFormFile } from "@/lib/edge/http/agreement-route";
import { toPay } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { openSignedForm } from "@/lib/lending/transfers/mandates/open-signed-form";
import { bringSignedForm } from "@/lib/lending/transfers/mandates/send-signed-form";
import { maxFileBytes } from "@/lib/terms/documents/constants";

export const GET = route({
  ...toPay,
  rate: "read",
  operationId: "getLoanSignedForm",
  summary: "Download a loan's signed mandate form",
  description:
    "As it was sent; `Repr-Digest` (RFC 9530) is its SHA-256. An account number is written on it, so each time is audited.",
  answers: {
    200: {
      description: "The form: a PDF or a picture",
      text: "application/octet-stream",
      headers: ["content-disposition", "repr-digest"],
    },
  },
  errors: ["INSUFFICIENT_ROLE", ...openSignedForm.errors],
  handle: async ({ actor, params: { loanId = "" }, realNow }) =>
    signedFormFile(await operatorOn(actor, loanId, realNow)),
});

export const PUT = route({
  ...toPay,
  operationId: "putLoanSignedForm",
  summary: "Upload a mandate form that was signed on paper",
  description:
    "The bytes of a PDF or a picture (JPEG, PNG, WebP). Until the lender's bank has the mandate, another takes its place.",
  rawBody: true,
  maxBody: maxFileBytes,
  answers: { 204: { description: "Kept" } },
  errors: ["INSUFFICIENT_ROLE", ...bringSignedForm.errors],
  respond: async ({ actor, params: { loanId = "" }, content, realNow }) =>
    bringSignedForm({ ...(await operatorOn(actor, loanId, realNow)), content, realNow }),
});
