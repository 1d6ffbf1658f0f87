import { createFundingRequest } from "@/lib/funding/create-funding-request";
import { createFundingRequestBody, fundingRequestCreated } from "@/lib/funding/schema";
import { toFundingRequest } from "@/lib/funding/serialize";
import { secretKey } from "@/lib/http/auth";
import { refOf, route } from "@/lib/http/route";

export const POST = route({
  operationId: "createFundingRequest",
  summary: "Request funding for a merchant",
  description: "Each call creates a new request; send an Idempotency-Key to make a retry safe.",
  auth: secretKey,
  rate: "write",
  body: createFundingRequestBody,
  idempotent: true,
  location: "/api/v1/marketplace-api/merchants/{ref}",
  answers: { 201: { description: "Created, waiting for a decision", body: fundingRequestCreated } },
  errors: ["NOT_FOUND", "CONNECTION_CLOSED", "KYC_REJECTED"],
  respond: async ({ actor, params, body, now }) =>
    toFundingRequest(await createFundingRequest({ actor, ref: refOf(params), input: body, now })),
});
