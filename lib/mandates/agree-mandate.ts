import { transaction } from "@/db/client";
import { activateMandate } from "./activate-mandate";
import { takeMandateLink } from "./take-mandate-link";

/**
 * Gives the mandate that a link leads to: its holder has agreed on the bank's page. The link is used up with it.
 * @param call.realNow real time: links live by it.
 * @throws CodedError LINK_NOT_VALID
 */
export async function agreeMandate(call: { linkId: string; realNow: Date }): Promise<void> {
  await transaction(async () => {
    const status = await activateMandate(await takeMandateLink(call.linkId, call.realNow));
    if (status !== "ACTIVE") throw new Error("The bank whose page it was does not know that its holder agreed.");
  });
}
