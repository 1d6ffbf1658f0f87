import { momentText } from "@/components/ui/date-text";
import type { Tone } from "@/components/ui/status-badge";
import type { HeldLoan } from "@/lib/held-loans/schema";
import { nairaText } from "@/lib/money";

/** A shop of the account. */
export type Shop = {
  merchantId: string;
  businessName: string;
  connectionId: string;
  connectionStatus: "PENDING" | "ACTIVE" | "SUSPENDED" | "DISCONNECTED";
  kycStatus: "PENDING" | "SUBMITTED" | "APPROVED" | "REJECTED" | "REQUIRES_UPDATE";
  environment: "test" | "live";
  marketplace: { name: string };
};

/** What is looked at of a loan of one of them. */
export type Loan = Pick<HeldLoan, "stage" | "environment" | "businessName"> & {
  marketplace: { name: string };
  loan: Pick<HeldLoan["loan"], "loanId" | "offerExpiresAt" | "mandateStatus"> & {
    terms: { principalAmount: number };
    health: { overdueAmount: number };
    proposal: object | null;
  };
};

/** A connection of the account, and how fetching its sales goes where we may. */
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

/** Something that waits for whoever holds the account. */
export type Matter = {
  tone: Extract<Tone, "bad" | "warning" | "busy">;
  title: string;
  text: string;
  href: string;
  test: boolean;
};

const urgency: Matter["tone"][] = ["bad", "warning", "busy"];

/** What needs the holder of an account now, in all shops: what is most urgent first. */
export function mattersOf(account: {
  shops: readonly Shop[];
  loans: readonly Loan[];
  connections: readonly Connection[];
}): Matter[] {
  const { shops, loans, connections } = account;
  const found = [...loans.flatMap(ofLoan), ...connections.flatMap(ofConnection), ...shops.flatMap(ofShop)];
  return found.toSorted((one, other) => urgency.indexOf(one.tone) - urgency.indexOf(other.tone));
}

function ofConnection({ connectionId, marketplaceName, environment, access }: Connection): Matter[] {
  const ended = access?.state === "REVOKED" || access?.state === "REFUSED";
  if (!access || (!ended && access.failure === null)) return [];
  const title = `We are not getting your sales figures from ${marketplaceName}`;
  const about = { test: environment === "test", href: `/account/connections/${connectionId}` };
  return [{ ...about, tone: "warning", title, text: access.message }];
}

function ofShop(shop: Shop): Matter[] {
  const { merchantId, businessName, connectionId, connectionStatus, kycStatus, environment, marketplace } = shop;
  const about = { test: environment === "test", href: `/account/kyc/${merchantId}` };
  const where = `${businessName} on ${marketplace.name}`;
  if (connectionStatus === "DISCONNECTED") return [];
  const matters: Matter[] = [];
  if (connectionStatus === "SUSPENDED") {
    const text = `${marketplace.name} has suspended your shop, so it cannot get new funding. Ask ${marketplace.name} why.`;
    matters.push({
      ...{ ...about, tone: "warning", text, href: `/account/connections/${connectionId}` },
      title: `${where} is suspended`,
    });
  }
  if (kycStatus === "REQUIRES_UPDATE") {
    const text = "Our reviewers need something else from you. See what, and send it again.";
    matters.push({ ...about, tone: "warning", title: `Update your application for ${where}`, text });
  }
  if (kycStatus === "PENDING") {
    const text = "Tell us about your business and its directors and add a document. Then you can ask for funding.";
    matters.push({ ...about, tone: "busy", title: `Complete your application for ${where}`, text });
  }
  return matters;
}

function ofLoan({ stage, environment, marketplace, businessName, loan }: Loan): Matter[] {
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
  const matters: Matter[] = [];
  if (health.overdueAmount > 0) {
    const text = `On your loan for ${where}. Pay on ${marketplace.name}, or it comes out of your next sales.`;
    matters.push({ ...about, tone: "bad", title: `${nairaText(health.overdueAmount)} is overdue`, text });
  }
  if (proposal) {
    const text = `On your loan for ${where}. Your current terms stay until you answer on ${marketplace.name}.`;
    matters.push({ ...about, tone: "warning", title: "New terms are proposed", text });
  }
  if (stage === "running" && mandateStatus === "CANCELLED") {
    const text = `On your loan for ${where}. Open ${marketplace.name} to set up a new one.`;
    matters.push({ ...about, tone: "warning", title: "Your mandate has ended", text });
  }
  return matters;
}
