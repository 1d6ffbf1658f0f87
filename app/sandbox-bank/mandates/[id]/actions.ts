"use server";

import { z } from "zod";
import * as clock from "@/lib/clock";
import { attempt, type Refusal } from "@/lib/http/attempt";
import { validate } from "@/lib/http/body";
import { agreeMandate } from "@/lib/mandates/agree-mandate";
import { declineMandate } from "@/lib/mandates/decline-mandate";
import { closedLinks } from "@/lib/mandates/link-state";
import { readMandateRequest } from "@/lib/mandates/read-mandate-request";
import { requireSandbox } from "@/lib/sandbox/info";

const answerInput = z.object({ linkId: z.string().max(64), agreed: z.boolean() });

/**
 * The holder's answer to the request for a mandate. The link is what lets them answer, and is used up by it. One that was no
 * longer good says why, as the page itself would.
 */
export async function answerMandate(
  given: unknown,
): Promise<{ done: true } | { closed: { title: string; text: string } } | Refusal> {
  return attempt(async () => {
    requireSandbox();
    const { linkId, agreed } = validate(answerInput, given, "answer");
    const call = { linkId, realNow: clock.now() };
    try {
      await (agreed ? agreeMandate(call) : declineMandate(call));
    } catch (error) {
      const request = await readMandateRequest(linkId, call.realNow);
      if ("closed" in request) return { closed: closedLinks[request.closed] };
      throw error;
    }
    return { done: true as const };
  });
}
