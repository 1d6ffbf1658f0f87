import { z } from "zod";
import { createFundingRequest } from "@/lib/funding/create-funding-request";
import { listFundingRequests } from "@/lib/funding/list-funding-requests";
import { fundingRequestCursor, fundingRequestList } from "@/lib/funding/list-schema";
import { createFundingRequestBody, fundingRequestCreated } from "@/lib/funding/schema";
import { toFundingRequest } from "@/lib/funding/serialize";
import { secretKey } from "@/lib/http/auth";
import { revalidated } from "@/lib/http/etag";
import { pageQuery } from "@/lib/http/pagination";
import { refOf, route } from "@/lib/http/route";
import { reachOf } from "@/lib/reach";

export const GET = route({
  operationId: "listFundingRequests",
  summary: "List a merchant's funding requests",
  description: "All of them, newest first; the merchant's status shows only the newest.",
  auth: secretKey,
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...fundingRequestCursor.shape }),
  ...revalidated({ description: "A page of funding requests", body: fundingRequestList }),
  errors: ["NOT_FOUND"],
  respond: ({ actor, params, query }) => listFundingRequests(reachOf(actor), refOf(params), query),
});

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
