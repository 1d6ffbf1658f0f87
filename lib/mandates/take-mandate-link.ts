import { type Actor, tenantOf } from "@/lib/actor";
import { CodedError } from "@/lib/errors";
import { lockLoan } from "@/lib/loans/load-loans";
import { everyMerchantOf } from "@/lib/reach";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/time";
import { closedLinks, linkState } from "./link-state";
import { consumeMandateLink, findMandateLink, type MandateLink } from "./mandate-link";

/** Who answers via a link, about which loan, and when in business time. */
type ByLink = { actor: Actor; loanId: string; now: BusinessTime };

/**
 * Resolves an open link to its actor and its loan, whose row is locked for the rest of the caller's transaction.
 * @throws CodedError LINK_NOT_VALID, saying why
 */
export async function lockMandateLink(id: string, realNow: RealTime): Promise<ByLink> {
  return answering(await lockOpenLink(id, realNow), realNow);
}

/**
 * Accepts an answer given via a link and uses the link up, inside the caller's transaction and with the loan's row
 * locked. The link is the credential: its bearer acts for the account's holder, via the sandbox's bank.
 * @throws CodedError LINK_NOT_VALID, saying why
 */
export async function takeMandateLink(id: string, realNow: RealTime): Promise<ByLink> {
  const link = await lockOpenLink(id, realNow);
  if (!(await consumeMandateLink(link, realNow))) throw new Error("A link was used while its loan was locked.");
  return answering(link, realNow);
}

async function lockOpenLink(id: string, realNow: RealTime): Promise<MandateLink> {
  const named = await findMandateLink(id);
  if (named) await lockLoan(everyMerchantOf(tenantOf(named)), named.loanId);
  const link = named && (await findMandateLink(id));
  const state = linkState(link, realNow);
  if (!link || state !== "open") {
    const { title, text } = closedLinks[state === "open" ? "unknown" : state];
    throw new CodedError("LINK_NOT_VALID", `${title}. ${text}`);
  }
  return link;
}

function answering(link: MandateLink, realNow: RealTime): ByLink {
  const tenant = tenantOf(link);
  return { actor: { kind: "sandbox", tenant }, loanId: link.loanId, now: businessTime(realNow, link.clockAhead) };
}
