import { tenantOf } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { closedLinks, linkState } from "./link-state";
import { consumeMandateLink, findMandateLink, type MandateLink } from "./mandate-link";

/** The actor and the loan of an open link. The loan's row is locked for the rest of the caller's transaction. */
export async function lockMandateLink(id: string, realNow: RealTime): Promise<LoanCall> {
  return answering(await lockOpenLink(id, realNow), realNow);
}

/** The link is the credential: its bearer acts for the account's holder, via the sandbox's bank. */
export async function takeMandateLink(id: string, realNow: RealTime): Promise<LoanCall> {
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

function answering(link: MandateLink, realNow: RealTime): LoanCall {
  const tenant = tenantOf(link);
  return { actor: { kind: "sandbox", tenant }, loanId: link.loanId, now: businessTime(realNow, link.clockAhead) };
}
