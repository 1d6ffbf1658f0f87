import { transaction } from "@/db/client";
import type { RealTime } from "@/lib/kernel/time";
import { mandateProvider } from "@/lib/platform/providers/mandate";
import { activateMandate, askForMandate } from "./activate-mandate";
import { orderMandate } from "./prepare-mandate";
import { lockMandateLink, takeMandateLink } from "./take-mandate-link";

/** The provider is asked without any lock; the link is used up when the answer is recorded, if it is still open. */
export async function agreeMandate({ linkId, realNow }: { linkId: string; realNow: RealTime }): Promise<void> {
  const { environment, ordered } = await transaction(async () => {
    const answer = await lockMandateLink(linkId, realNow);
    return { environment: answer.actor.tenant.environment, ordered: await orderMandate(answer) };
  });
  const asked = await askForMandate(ordered, mandateProvider(environment));
  await transaction(async () => {
    const status = await activateMandate({ ...(await takeMandateLink(linkId, realNow)), asked });
    if (status !== "ACTIVE") throw new Error("The bank does not know of the consent given on its own page.");
  });
}
