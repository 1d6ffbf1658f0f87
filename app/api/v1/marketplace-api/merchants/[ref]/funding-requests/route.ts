import { z } from "zod";
import { secretKey } from "@/lib/edge/http/auth";
import { revalidated } from "@/lib/edge/http/etag";
import { pageQuery } from "@/lib/edge/http/pagination";
import { refOf, route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { listFundingRequests } from "@/lib/lending/funding/list-funding-requests";
import { fundingRequestCursor, fundingRequestList } from "@/lib/lending/funding/list-schema";
import { createFundingRequestBody, fundingRequestCreated } from "@/lib/lending/funding/schema";
import { toFundingRequest } from "@/lib/lending/funding/serialize";

export const GET = route({
  operationId: "listFundingRequests",
  summary: "List a merchant's funding requests",
  description: "All of them, newest first; the merchant's status shows only the newest.",
  auth: secretKey,
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...fundingRequestCursor.shape }),
  ...revalidated({ description: "A page of funding requests", body: fundingRequestList }),
  errors: listFundingRequests.errors,
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
  errors: ["NOT_FOUND", ...createFundingRequest.errors],
  respond: async ({ actor, params, body, now }) =>
    toFundingRequest(await createFundingRequest({ actor, ref: refOf(params), input: body, now })),
});
