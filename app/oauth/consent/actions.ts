"use server";

import { z } from "zod";
import { merchantSession } from "@/app/account/session";
import { startOf } from "@/app/oauth/authorization-page";
import { type Refusal, runAction } from "@/lib/edge/http/actions/run-action";
import { validate } from "@/lib/edge/http/body";
import { tenantOf } from "@/lib/kernel/actor";
import * as clock from "@/lib/kernel/clock";
import { approveAuthorization } from "@/lib/sales/oauth/approve-authorization";
import { authorizationQuery } from "@/lib/sales/oauth/authorization-query";
import { checkAuthorization } from "@/lib/sales/oauth/check-authorization";
import { denyAuthorization } from "@/lib/sales/oauth/deny-authorization";

const answerInput = z.object({
  userId: z.string().max(64),
  // As long as an address may be.
  query: z.string().max(16_384),
  decision: z.enum(["allow", "deny"]),
});

/** Checked again. Returns where the browser goes, or a refusal when somebody else has signed in since. */
export async function decide(given: unknown): Promise<{ address: string } | Refusal> {
  return runAction(async () => {
    const { userId, query: text, decision } = validate(answerInput, given, "answer");
    const query = authorizationQuery(new URLSearchParams(text));
    const session = await merchantSession();
    // Signed out meanwhile: start again.
    if (!session) return { address: startOf(query.toString()) };
    if (session.userId !== userId) {
      const who = `Somebody else has signed in here meanwhile: ${session.name}, ${session.email}.`;
      return { refused: `${who} Nothing was shared. Reload this page, then decide.`, fields: [] };
    }
    const verdict = await checkAuthorization(query);
    if (verdict.kind === "page") return { address: startOf(query.toString()) };
    if (verdict.kind === "redirect") return { address: verdict.location };
    const { request } = verdict;
    if (decision === "deny") return { address: denyAuthorization(request) };
    const actor = { kind: "merchant" as const, tenant: tenantOf(request.client), userId };
    return { address: await approveAuthorization({ actor, request, realNow: clock.now() }) };
  });
}
