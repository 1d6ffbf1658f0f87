"use server";

import { headers } from "next/headers";
import { z } from "zod";
import * as clock from "@/lib/clock";
import { allowRequest, refuseRequest } from "@/lib/demo/provider/answer-request";
import { checkRequest } from "@/lib/demo/provider/check-request";
import { CodedError } from "@/lib/errors";
import { validate } from "@/lib/http/body";
import { type Refusal, runAction } from "@/lib/http/run-action";
import { thirdPartyCustomerId } from "@/lib/merchants/schema";
import { requireSandbox } from "@/lib/sandbox/require-sandbox";

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
