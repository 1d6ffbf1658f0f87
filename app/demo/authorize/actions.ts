"use server";

import { z } from "zod";
import { sandboxAction } from "@/app/demo/sandbox-action";
import { CodedError } from "@/lib/kernel/errors";
import { allowRequest, refuseRequest } from "@/lib/sandbox/demo/provider/answer-request";
import { checkRequest } from "@/lib/sandbox/demo/provider/check-request";
import { thirdPartyCustomerId } from "@/lib/terms/merchants/schema";

// As long as an address may be.
const answerInput = z.object({ query: z.string().max(16_384), seller: thirdPartyCustomerId, allowed: z.boolean() });

/** The seller's answer to the request in `query`, which is checked again. Returns where the browser takes it. */
export const answerRequest = sandboxAction("answer", answerInput, async ({ query, seller, allowed }, realNow) => {
  const verdict = await checkRequest(new URLSearchParams(query));
  if (verdict.kind === "redirect") return { address: verdict.location };
  if (verdict.kind === "page") throw new CodedError("LINK_NOT_VALID", verdict.reason);
  const { request } = verdict;
  return { address: allowed ? await allowRequest({ request, seller, realNow }) : refuseRequest(request) };
});
