"use server";

import { z } from "zod";
import { type Refusal, runAction } from "@/lib/edge/http/actions/run-action";
import { validate } from "@/lib/edge/http/body";
import * as clock from "@/lib/kernel/clock";
import { agreeMandate } from "@/lib/lending/transfers/mandates/agree-mandate";
import { declineMandate } from "@/lib/lending/transfers/mandates/decline-mandate";
import { closedLinks } from "@/lib/lending/transfers/mandates/link-state";
import { readMandateRequest } from "@/lib/lending/transfers/mandates/read-mandate-request";

const answerInput = z.object({ linkId: z.string().max(64), agreed: z.boolean() });

type Answered = { done: true } | { closed: { title: string; text: string } };

/** The holder's answer, which uses up the link. A link that is no longer valid says why, as the page itself would. */
export async function answerMandate(given: unknown): Promise<Answered | Refusal> {
  return runAction(async () => {
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
