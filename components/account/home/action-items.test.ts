import { expect, test } from "vitest";
import { actionItemsOf, type Connection, type Loan, type Owing, type Shop } from "./action-items";

const shop = (changes: Partial<Shop> = {}): Shop => ({
  merchantId: "mer_1",
  businessName: "Ada Foods",
  connectionId: "con_1",
  connectionStatus: "ACTIVE",
  kycStatus: "APPROVED",
  environment: "live",
  marketplace: { name: "Demo Market" },
  asked: [],
  approvalId: null,
  ...changes,
});

const facts: Loan["loan"] = {
  loanId: "loan_1",
  terms: { principalAmount: 500_000 },
  offerExpiresAt: "2026-03-09T10:00:00.000Z",
  health: { overdueAmount: 0 },
  proposal: null,
  mandateStatus: "ACTIVE",
};
const loan = (stage: Loan["stage"], changes: Partial<Loan["loan"]> = {}): Loan => ({
  ...{ stage, environment: "test", businessName: "Ada Foods", marketplace: { name: "Demo Market" } },
  loan: { ...facts, ...changes },
});

const connection = (state: NonNullable<Connection["access"]>["state"], failure: string | null): Connection => ({
  ...{ connectionId: "con_2", marketplaceName: "Demo Market", environment: "test" },
  access: { state, failure, message: "Allow it again." },
});

const items = (account: { shops?: Shop[]; loans?: Loan[]; owing?: Owing[]; connections?: Connection[] }) =>
  actionItemsOf({ shops: [], loans: [], owing: [], connections: [], ...account });
const titles = (shops: Shop[], loans: Loan[] = []) => items({ shops, loans }).map(({ title }) => title);

test("an account in which all is well has nothing that needs anybody", () => {
  const quiet = [shop(), shop({ kycStatus: "SUBMITTED" }), shop({ connectionStatus: "PENDING" })];
  expect(titles(quiet, [loan("running"), loan("paying-out"), loan("ended")])).toEqual([]);
});

test.each<[Partial<Shop>, string, string]>([
  [{ kycStatus: "PENDING" }, "Complete your application for Ada Foods on Demo Market", "/account/kyc/mer_1"],
  [{ kycStatus: "REQUIRES_UPDATE" }, "Update your application for Ada Foods on Demo Market", "/account/kyc/mer_1"],
  [{ kycStatus: "REJECTED" }, "Your application for Ada Foods on Demo Market was not approved", "/account/kyc/mer_1"],
  [
    { approvalId: "mail_1" },
    "Your application for Ada Foods on Demo Market is approved",
    "/account/notifications/mail_1",
  ],
  [
    { connectionStatus: "DISCONNECTED", kycStatus: "PENDING" },
    "Reconnect Ada Foods on Demo Market",
    "/account/connections/con_1",
  ],
  [{ connectionStatus: "SUSPENDED" }, "Ada Foods on Demo Market is suspended", "/account/connections/con_1"],
])("a shop that is %j", (changes, title, href) => {
  expect(items({ shops: [shop(changes)] })).toMatchObject([{ title, href, test: false }]);
});

test("what reviewers ask for is named as the forms call it, until it is changed", () => {
  const certificate = { step: "documents", item: "CAC_CERTIFICATE", resolved: false } as const;
  const director = { ...certificate, step: "directors", item: "dir_1" } as const;
  const text = (...given: Shop["asked"]) => items({ shops: [shop({ kycStatus: "REQUIRES_UPDATE", asked: given })] })[0];
  expect(text(certificate, director, { ...certificate, resolved: true })?.text).toContain(
    "need you to change: CAC certificate, Directors.",
  );
  expect(text({ ...certificate, resolved: true })?.text).toContain("Check it and send it again");
});

test("a decided shop that was disconnected needs nothing, whatever was not read", () => {
  const decided = { connectionStatus: "DISCONNECTED", approvalId: "mail_1" } as const;
  expect(titles([shop(decided), shop({ ...decided, kycStatus: "REJECTED" })])).toEqual([]);
});

test.each<[Loan["stage"], Partial<Loan["loan"]>, string, string]>([
  ["offer", {}, "An offer of ₦500,000.00", "/account/offers"],
  ["mandate", {}, "₦500,000.00 is waiting for you", "/account/offers"],
  ["payout-account", {}, "₦500,000.00 is waiting for you", "/account/offers"],
  ["running", { health: { overdueAmount: 1_200.5 } }, "₦1,200.50 is overdue", "/account/loans/loan_1"],
  ["running", { proposal: {} }, "New terms are proposed", "/account/loans/loan_1"],
  ["running", { mandateStatus: "CANCELLED" }, "Your mandate has ended", "/account/loans/loan_1"],
])("a loan at %s with %j", (stage, changes, title, href) => {
  expect(items({ loans: [loan(stage, changes)] })).toMatchObject([{ title, href, test: true }]);
});

test("money that is owed needs somebody only while it waits for an account", () => {
  const owing = (state: string): Owing => ({
    ...{ environment: "test", businessName: "Ada Foods", marketplace: { name: "Demo Market" } },
    loan: { loanId: "loan_1", refund: { amount: 7_777, state } },
  });
  const [item, ...others] = items({ owing: ["ACCOUNT_NEEDED", "ACCOUNT_CHECKED", "WAITING"].map(owing) });
  expect(item).toMatchObject({ title: "₦7,777.00 is owed to you", href: "/account/loans/loan_1", test: true });
  expect(others).toEqual([]);
});

test("sales that can be fetched no more need somebody, and those that come or are on their way do not", () => {
  const fine = [
    connection("WORKING", null),
    connection("WAITING", null),
    { ...connection("WORKING", null), access: null },
  ];
  const broken = [
    connection("FAILING", "UNREACHABLE"),
    connection("WAITING", "SERVER_ERROR"),
    connection("REVOKED", "ACCESS_REVOKED"),
  ];
  expect(items({ connections: fine })).toEqual([]);
  expect(items({ connections: broken })).toEqual(
    broken.map(() => ({
      ...{ tone: "warning", test: true, href: "/account/connections/con_2", text: "Allow it again." },
      title: "We are not getting your sales figures from Demo Market",
    })),
  );
});

test("a connection that never came about is not told as one that stopped", () => {
  const title = "Demo Market could not be connected";
  expect(items({ connections: [connection("REFUSED", null)] })).toMatchObject([{ title, tone: "warning" }]);
});

test("what is overdue comes first, what can wait last", () => {
  const loans = [loan("offer"), loan("running", { health: { overdueAmount: 5 } })];
  expect(titles([shop({ kycStatus: "PENDING" })], loans)).toEqual([
    "₦5.00 is overdue",
    "An offer of ₦500,000.00",
    "Complete your application for Ada Foods on Demo Market",
  ]);
});
