import { kycRoute } from "@/lib/edge/http/kyc-route";
import { attachDocument } from "@/lib/merchants/kyc/attach-document";
import { documentBody } from "@/lib/terms/kyc/schema";

export const POST = kycRoute({
  operationId: "attachAccountDocument",
  summary: "Attach a document",
  description: "Attaches a confirmed upload of the merchant to its KYC record.",
  done: "Attached",
  body: documentBody,
  idempotent: true,
  work: ({ call, body: input }) => attachDocument({ ...call, input }),
});
