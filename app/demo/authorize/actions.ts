"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { validate } from "@/lib/edge/http/body";
import { type Refusal, runAction } from "@/lib/edge/http/run-action";
import * as clock from "@/lib/kernel/clock";
import { CodedError } from "@/lib/kernel/errors";
import { allowRequest, refuseRequest } from "@/lib/sandbox/demo/provider/answer-request";
import { checkRequest } from "@/lib/sandbox/demo/provider/check-request";
import { requireSandbox } from "@/lib/sandbox/test-helpers/require-sandbox";
import { thirdPartyCustomerId } from "@/lib/terms/merchants/schema";

// As long as an address may be.
const answerInput = z.object({ query: z.string().max(16_384), seller: thirdPartyCustomerId, allowed: z.boolean() });

/** The seller's answer to the request in `query`, which is checked again. Returns where the browser takes it. */
export async function answerRequest(given: unknown): Promise<{ address: string } | Refusal> {
  return runAction(async () => {
    requireSandbox(await headers());
    const { query, seller, allowed } = validate(answerInput, given, "answer");
    const verdict = await checkRequest(new URLSearchParams(query));
    if (verdict.kind === "redirect") return { address: verdict.location };
    if (verdict.kind === "page") throw new CodedError("LINK_NOT_VALID", verdict.reason);
    const { request } = verdict;
    return {
      address: allowed ? await allowRequest({ request, seller, realNow: clock.now() }) : refuseRequest(request),
    };
  });
}
