"use server";

import { z } from "zod";
import { merchantSession, signInFor } from "@/app/account/session";
import * as clock from "@/lib/clock";
import { withdrawConsent } from "@/lib/consents/withdraw-consent";
import { validate } from "@/lib/http/body";
import { type Refusal, runAction } from "@/lib/http/run-action";

const withdrawalInput = z.object({ userId: z.string().max(64), merchantId: z.string().max(64) });

/**
 * Withdraws a consent of the merchant who is signed in. Returns where the browser goes, or a refusal when somebody else
 * has signed in since the page was shown.
 */
export async function withdraw(given: unknown): Promise<{ address: string } | Refusal> {
  return runAction(async () => {
    const { userId, merchantId } = validate(withdrawalInput, given, "answer");
    const session = await merchantSession();
    if (!session) return { address: signInFor("/oauth/consents") };
    if (session.userId !== userId) {
      const who = `Somebody else has signed in here meanwhile: ${session.name}, ${session.email}.`;
      return { refused: `${who} Nothing was withdrawn. Reload this page.`, fields: [] };
    }
    await withdrawConsent({ userId, merchantId, realNow: clock.now() });
    return { address: "/oauth/consents" };
  });
}
