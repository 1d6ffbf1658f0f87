import { momentText } from "@/components/ui/date-text";
import type { Tone } from "@/components/ui/status-badge";
import { nairaText } from "@/lib/kernel/money";
import type { HeldLoan } from "@/lib/surfaces/account/loans/schema";
import type { ConnectionStatus } from "@/lib/terms/connections";
import type { KycStep } from "@/lib/terms/kyc/constants";
import { itemLabel } from "@/lib/terms/kyc/item-label";
import type { PublicKycStatus } from "@/lib/terms/kyc/states";

export type Shop = {
  merchantId: string;
  businessName: string;
  connectionId: string;
  connectionStatus: ConnectionStatus;
  kycStatus: PublicKycStatus;
  environment: "test" | "live";
  marketplace: { name: string };
  asked: readonly { step: KycStep; item: string; resolved: boolean }[];
  /** The notification that tells of its approval, while nobody has opened it. */
  approvalId: string | null;
};

export type Loan = Pick<HeldLoan, "stage" | "environment" | "businessName"> & {
  marketplace: { name: string };
  loan: Pick<HeldLoan["loan"], "loanId" | "offerExpiresAt" | "mandateStatus"> & {
    terms: { principalAmount: number };
    health: { overdueAmount: number };
    proposal: object | null;
  };
};

export type Owing = Pick<Loan, "environment" | "businessName" | "marketplace"> & {
  loan: { loanId: string; refund: { amount: number; state: string } | null };
};

export type Connection = {
  connectionId: string;
  marketplaceName: string;
  environment: "test" | "live";
  access: {
    state: "WORKING" | "FAILING" | "WAITING" | "REVOKED" | "REFUSED";
    message: string;
    failure: string | null;
  } | null;
};

export type ActionItem = {
  tone: Extract<Tone, "bad" | "warning" | "busy" | "good">;
  title: string;
  text: string;
  href: string;
  test: boolean;
};

const urgency: ActionItem["tone"][] = ["bad", "warning", "busy", "good"];

/** What needs the holder of an account now, in all shops: what is most urgent first. */
export function actionItemsOf(account: {
  shops: readonly Shop[];
  loans: readonly Loan[];
  owing: readonly Owing[];
  connections: readonly Connection[];
}): ActionItem[] {
  const { shops, loans, owing, connections } = account;
  const found = [
    ...owing.flatMap(ofOwing),
    ...loans.flatMap(ofLoan),
    ...connections.flatMap(ofConnection),
    ...shops.flatMap(ofShop),
  ];
  return found.toSorted((one, other) => urgency.indexOf(one.tone) - urgency.indexOf(other.tone));
}

function ofConnection({ connectionId, marketplaceName, environment, access }: Connection): ActionItem[] {
  const ended = access?.state === "REVOKED" || access?.state === "REFUSED";
  if (!access || (!ended && access.failure === null)) return [];
  const title =
    access.state === "REFUSED"
      ? `${marketplaceName} could not be connected`
      : `We are not getting your sales figures from ${marketplaceName}`;
  const about = { test: environment === "test", href: `/account/connections/${connectionId}` };
  return [{ ...about, tone: "warning", title, text: access.message }];
}

function ofShop(shop: Shop): ActionItem[] {
  const { merchantId, businessName, connectionId, connectionStatus, environment, marketplace } = shop;
  const test = environment === "test";
  const where = `${businessName} on ${marketplace.name}`;
  const connection = { test, href: `/account/connections/${connectionId}` };
  if (connectionStatus === "DISCONNECTED") {
    if (!isUnfinished(shop)) return [];
    const text = "It is disconnected, so you cannot change its application. We have kept what you filled in.";
    return [{ ...connection, tone: "busy", title: `Reconnect ${where}`, text }];
  }
  const application = ofApplication(shop, where).map((told) => ({ test, href: `/account/kyc/${merchantId}`, ...told }));
  if (connectionStatus !== "SUSPENDED") return application;
  const text = `${marketplace.name} has suspended your shop, so it cannot get new funding. Ask ${marketplace.name} why.`;
  return [{ ...connection, tone: "warning", title: `${where} is suspended`, text }, ...application];
}

function isUnfinished({ kycStatus }: Shop): boolean {
  return kycStatus === "PENDING" || kycStatus === "REQUIRES_UPDATE";
}

type Told = Pick<ActionItem, "tone" | "title" | "text"> & { href?: string };

function ofApplication({ kycStatus, marketplace, asked, approvalId }: Shop, where: string): Told[] {
  switch (kycStatus) {
    case "PENDING": {
      const text = "Tell us about your business and its directors and add a document. Then you can ask for funding.";
      return [{ tone: "busy", title: `Complete your application for ${where}`, text }];
    }
    case "REQUIRES_UPDATE": {
      const open = asked.filter(({ resolved }) => !resolved);
      const text =
        open.length > 0
          ? `Our reviewers need you to change: ${namesOf(open)}. Then send it again.`
          : "You have changed what our reviewers asked for. Check it and send it again.";
      return [{ tone: "warning", title: `Update your application for ${where}`, text }];
    }
    case "REJECTED": {
      const text = `See why. If it can be put right, ${marketplace.name} can have it reopened.`;
      return [{ tone: "warning", title: `Your application for ${where} was not approved`, text }];
    }
    case "APPROVED": {
      if (approvalId === null) return [];
      const text = `You can ask for funding on ${marketplace.name}.`;
      const href = `/account/notifications/${approvalId}`;
      return [{ tone: "good", title: `Your application for ${where} is approved`, text, href }];
    }
    default:
      return [];
  }
}

/** What is asked for, as forms call it: `CAC certificate, Directors`. */
function namesOf(asked: Shop["asked"]): string {
  return [...new Set(asked.map(itemLabel))].join(", ");
}

function ofOwing({ environment, businessName, marketplace, loan: { loanId, refund } }: Owing): ActionItem[] {
  if (refund?.state !== "ACCOUNT_NEEDED") return [];
  const text = `For ${businessName} on ${marketplace.name}. Say which bank account it goes to.`;
  const about = { test: environment === "test", href: `/account/loans/${loanId}` };
  return [{ ...about, tone: "warning", title: `${nairaText(refund.amount)} is owed to you`, text }];
}

function ofLoan({ stage, environment, marketplace, businessName, loan }: Loan): ActionItem[] {
  const { loanId, terms, health, proposal, mandateStatus } = loan;
  const amount = nairaText(terms.principalAmount);
  const about = { test: environment === "test", href: `/account/loans/${loanId}` };
  const where = `${businessName} on ${marketplace.name}`;
  if (stage === "offer") {
    const text = `For ${where}, open until ${momentText(loan.offerExpiresAt)}. You owe nothing unless you accept it.`;
    return [{ ...about, tone: "warning", title: `An offer of ${amount}`, text, href: "/account/offers" }];
  }
  if (stage === "payout-account" || stage === "mandate") {
    const missing = stage === "mandate" ? "allow the debit of your account" : "say where the money goes";
    const text = `For ${where}. Open ${marketplace.name} to ${missing}, by ${momentText(loan.offerExpiresAt)}.`;
    return [{ ...about, tone: "warning", title: `${amount} is waiting for you`, text, href: "/account/offers" }];
  }
  const items: ActionItem[] = [];
  if (health.overdueAmount > 0) {
    const text = `On your loan for ${where}. Pay on ${marketplace.name}, or it comes out of your next sales.`;
    items.push({ ...about, tone: "bad", title: `${nairaText(health.overdueAmount)} is overdue`, text });
  }
  if (proposal) {
    const text = `On your loan for ${where}. Your current terms stay until you answer on ${marketplace.name}.`;
    items.push({ ...about, tone: "warning", title: "New terms are proposed", text });
  }
  if (stage === "running" && mandateStatus === "CANCELLED") {
    const text = `On your loan for ${where}. Open ${marketplace.name} to set up a new one.`;
    items.push({ ...about, tone: "warning", title: "Your mandate has ended", text });
  }
  return items;
}
