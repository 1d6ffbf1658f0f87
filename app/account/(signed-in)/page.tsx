import { holderHere } from "@/app/account/holder";
import { actionItemsOf } from "@/components/account/home/action-items";
import { ActionItemsCard } from "@/components/account/home/action-items-card";
import { FirstSteps } from "@/components/account/home/first-steps";
import { RunningLoans } from "@/components/account/home/running-loans";
import { ShopList } from "@/components/account/home/shop-list";
import { PageHeader } from "@/components/ui/page-header";
import { reachOf } from "@/lib/kernel/reach";
import { readAccountScore } from "@/lib/lending/funding/read-account-score";
import { readKycAnswer } from "@/lib/merchants/kyc/queries";
import { findUnreadApprovals } from "@/lib/platform/messages/mails/list-notifications";
import { listAccountConnections } from "@/lib/surfaces/account/connections/list-account-connections";
import { eachHeld, type Holding } from "@/lib/surfaces/account/loans/holding";
import { listHeldLoans } from "@/lib/surfaces/account/loans/list-held-loans";
import { readHeldLoan } from "@/lib/surfaces/account/loans/read-held-loan";
import { publicKycStatus } from "@/lib/terms/kyc/states";

export const metadata = { title: "Your account" };

/** More running loans than this are on their own page. */
const shownLoans = 5;

export default async function Home() {
  const { user, merchants, realNow } = await holderHere();
  const connections = await listAccountConnections(user.userId, realNow);
  const holding = { userId: user.userId, merchants, realNow };
  const owing = await listHeldLoans(holding, { phase: "owing", limit: 20 });
  const owed = await Promise.all(owing.data.map(({ loan }) => readHeldLoan(holding, loan.loanId)));
  if (connections.every(({ access }) => access?.state === "REFUSED")) {
    const items = actionItemsOf({ shops: [], loans: [], owing: owed, connections });
    return (
      <>
        <PageHeader title={user.name} lead="Welcome. Funding for your shop, paid back as you sell." />
        {items.length > 0 && <ActionItemsCard items={items} />}
        <FirstSteps />
      </>
    );
  }
  const [offers, out, shops] = await Promise.all([
    listHeldLoans(holding, { phase: "offer", limit: 20 }),
    listHeldLoans(holding, { phase: "out", limit: 20 }),
    shopsOf(holding),
  ]);
  const running = out.data.filter(({ stage }) => stage === "running");
  return (
    <>
      <PageHeader title={user.name} lead="Your shops, your loans, and what to do next." />
      <ActionItemsCard
        items={actionItemsOf({ shops, loans: [...offers.data, ...out.data], owing: owed, connections })}
      />
      {running.length > 0 && (
        <RunningLoans loans={running.slice(0, shownLoans)} more={out.hasMore || running.length > shownLoans} />
      )}
      {shops.length > 0 && <ShopList shops={shops} />}
    </>
  );
}

async function shopsOf(holding: Holding) {
  const approvals = await findUnreadApprovals(holding.userId);
  return Promise.all(
    eachHeld(holding).map(async ({ actor, merchant, now }) => {
      const { merchantId } = merchant;
      const kycStatus = publicKycStatus(merchant.kycStatus);
      const asked =
        kycStatus === "REQUIRES_UPDATE" ? (await readKycAnswer(reachOf(actor), merchant)).kyc.requirements : [];
      return {
        ...merchant,
        kycStatus,
        asked: asked ?? [],
        approvalId: approvals.get(merchantId) ?? null,
        score: await readAccountScore(actor, now),
      };
    }),
  );
}
