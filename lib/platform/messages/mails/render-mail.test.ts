import { describe, expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import {
  type LoanMail,
  loanMails,
  type MerchantMail,
  mailsToAccounts,
  mailsToMerchants,
} from "@/lib/terms/mails/all-mails";
import type { AboutLoan, ToMerchant } from "@/lib/terms/mails/mail";
import { merchantMails } from "@/lib/terms/mails/merchant-mails";
import { permissionMails } from "@/lib/terms/mails/permission-mails";
import { staffMails } from "@/lib/terms/mails/staff-mails";
import { expectGenerated } from "@/test/generated-docs";
import { instant } from "@/test/time";
import { factOf, renderLoanMail, renderMerchantMail } from "./render-mail";

const about: AboutLoan & { switchOff: string } = {
  business: "Ada Stores",
  lender: "Kudi Finance",
  marketplace: "Jumbo Market",
  reference: "LN-2026-AB12CD34",
  complaints: "help@financing.example",
  test: false,
  page: "https://financing.example/account/loans/loan_1",
  switchOff: "https://financing.example/mail/weekly-summary/mer_1.aa",
};

type Kind = keyof typeof loanMails;
const kinds = Object.keys(loanMails) as Kind[];

function mailOf(kind: Kind, change: object = {}): LoanMail {
  return { kind, ...loanMails[kind].sample, ...change } as LoanMail;
}

const written = (kind: Kind, change?: object, of = about) => renderLoanMail(mailOf(kind, change), of);

/** What a reader sees of the HTML, in its order. */
function shown(html: string): string {
  const body = html.slice(html.indexOf("<body"));
  const named: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  return body.replace(/<[^>]*>/g, " ").replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => named[name] ?? "");
}

/** Words only, so that the two parts can be compared. */
const words = (text: string) => text.replace(/https:\S+/g, " ").match(/[\p{L}\p{N}₦.,%@]+/gu) ?? [];

const toMerchants = [
  ...kinds.map((kind) => ({ kind, render: (of: typeof about) => renderLoanMail(mailOf(kind), of) })),
  ...(Object.keys(merchantMails) as (keyof typeof merchantMails)[]).map((kind) => {
    const mail = { kind, ...merchantMails[kind].sample } as MerchantMail;
    return { kind, render: (of: typeof about) => renderMerchantMail(mail, of) };
  }),
];

describe.each(toMerchants)("$kind", ({ kind, render }) => {
  test("says the same as text and as HTML", () => {
    const { text, html } = render(about);
    expect(words(shown(html)).join(" ").replaceAll(":", "")).toBe(words(text).join(" "));
  });

  test("names whom it is about and where to complain, in both parts", () => {
    const { text, html } = render(about);
    const ofLoan = kind in loanMails ? [about.lender, about.reference] : [];
    for (const named of [about.business, about.marketplace, about.complaints, ...ofLoan]) {
      expect(text).toContain(named);
      expect(html).toContain(named);
    }
  });

  test("is left as it is by hostile names", () => {
    const business = `${"x".repeat(60)}<script>alert("1")</script>\r\nBcc: all@example.com\u202e`;
    const lender = "أحمد للتمويل";
    const marketplace = "M&M's <b>".padEnd(150, "w");
    const { subject, text, html } = render({ ...about, business, lender, marketplace });
    expect(subject).toMatch(/^[\p{L}\p{N}₦.,:() -]{1,90}$/u);
    expect(html).not.toMatch(/<script|<b>|\u202e/);
    expect(html).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; Bcc: all@example.com");
    expect(html).toContain("M&amp;M&#39;s &lt;b&gt;www");
    if (kind in loanMails) expect(text).toContain(`\u2068${lender}\u2069`);
    expect(text).not.toMatch(/^Bcc:|\u202e/m);
  });

  test("loads nothing, runs nothing, and links only to its page and where mails of its kind are switched off", () => {
    const { html } = render(about);
    expect(html).not.toMatch(/<(img|script|link|iframe|form|video|object)\b|url\(|@import|\bon\w+=/i);
    const { optional }: ToMerchant = mailsToMerchants[kind];
    expect(linksIn(html).includes(about.switchOff)).toBe(optional === true);
    const others = linksIn(html).filter((link) => link !== about.switchOff);
    for (const link of others) expect(`${link}/`).toContain(`${about.page}/`);
    expect(others.length).toBeLessThanOrEqual(1);
    expect(linksIn(render({ ...about, page: null }).html).filter((link) => link !== about.switchOff)).toEqual([]);
  });
});

function linksIn(html: string): string[] {
  return [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, address = ""]) => address);
}

test.each([
  ["OFFER_READY", []],
  ["REFUND_ACCOUNT", [about.page]],
  ["PAYMENT_RECEIVED", [`${about.page}/receipts/pmt_1`]],
  ["WEEKLY_SUMMARY", [about.switchOff]],
] as const)("%s links to %j", (kind, links) => {
  expect(linksIn(written(kind).html)).toEqual(links);
});

test("docs/notifications.md lists the mails", async () => {
  const table = (head: string[], rows: string[][]) =>
    [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const rowsOf = (mails: Record<string, { when: string }>) =>
    Object.entries(mails).map(([kind, { when }]) => [kind, when]);
  await expectGenerated("docs/notifications.md", {
    loans: table(
      ["Kind", "When", "Once per"],
      kinds.map((kind) => [kind, loanMails[kind].when, loanMails[kind].once.per]),
    ),
    merchants: table(["Kind", "When"], rowsOf({ ...merchantMails, ...permissionMails })),
    accounts: table(["Kind", "When"], rowsOf(mailsToAccounts)),
    staff: table(["Kind", "When"], rowsOf(staffMails)),
  });
});

test.each([
  [
    "OFFER_READY",
    "Your offer of ₦100,000.00 is ready (LN-2026-AB12CD34)",
    ["₦9,000.50", "₦109,000.50", "12.5%", "206.30%", "1 April 2026 at 00:30"],
  ],
  ["OFFER_ENDING", "Your offer of ₦100,000.00 ends soon (LN-2026-AB12CD34)", ["1 April 2026 at 00:30", "₦109,000.50"]],
  [
    "MONEY_SENT",
    "₦100,000.00 is in your account (LN-2026-AB12CD34)",
    [
      "ending in 6789",
      "10%",
      "First due by 1 April 2026: ₦36,333.50",
      "All due by: 31 May 2026",
      "until 5 March 2026 at 10:00. Then there is no fee",
    ],
  ],
  [
    "PAYMENT_OVERDUE",
    "₦36,333.50 is overdue (LN-2026-AB12CD34)",
    ["Overdue on 2 April 2026: ₦36,333.50", "Late by: 1 day\n", "More than 90 days late"],
  ],
  [
    "DEBIT_ANNOUNCED",
    "Up to ₦36,333.50 will be debited on 4 May 2026 (LN-2026-AB12CD34)",
    ["GTBank, ending in 6789", "pay what is overdue", "write to help@financing.example", "cancelling the mandate"],
  ],
  [
    "DEBIT_FAILED",
    "We could not debit ₦36,333.50 (LN-2026-AB12CD34)",
    ["could not take what is overdue", "There was not enough money in the account.", "GTBank, ending in 6789"],
  ],
  [
    "DEFAULTED",
    "Your loan is in default (LN-2026-AB12CD34)",
    [
      "late for too long",
      "Overdue: ₦72,667.00",
      "Left to pay in all: ₦109,000.50",
      "The deductions from your sales go on",
    ],
  ],
  [
    "PAYMENT_RECEIVED",
    "₦36,333.50 has arrived (LN-2026-AB12CD34)",
    [
      "payment that you ordered",
      "GTBank, ending in 6789",
      "Left to pay in all: ₦72,667.00",
      "Get the receipt:\nhttps://",
    ],
  ],
  [
    "REFUND_ACCOUNT",
    "₦7,777.00 is owed to you (LN-2026-AB12CD34)",
    ["Give an account:\nhttps://", "ask the bank whose"],
  ],
  ["REPAID", "Your loan is paid back (LN-2026-AB12CD34)", ["Paid back: ₦109,000.50", "Left to pay: ₦0.00"]],
  [
    "WEEKLY_SUMMARY",
    "Your week: ₦70,000.00 paid back (LN-2026-AB12CD34)",
    [
      "from 2 March 2026 to 8 March 2026",
      "Your sales: ₦700,000.00",
      "Left to pay on 9 March 2026: ₦39,000.50",
      "Due by 1 April 2026: ₦123.45",
      "Behind what was due: ₦50.00",
      "20 April 2026: 10 April 2026 if sales go up, 15 May 2026 if they drop",
      about.switchOff,
    ],
  ],
] as const)("%s has its figures", (kind, subject, said) => {
  const mail = written(kind);
  expect(mail.subject).toBe(subject);
  for (const words of said) expect(mail.text).toContain(words);
});

test.each([
  ["OFFER_READY", { annualPercentageBasisPoints: null }, "Open until", "APR"],
  ["DEBIT_FAILED", { source: "DIRECT", failure: "MANDATE_CANCELLED" }, "that you ordered. The mandate", "overdue"],
  ["DEFAULTED", { reason: "DECIDED", overdue: kobo(0) }, "Kudi Finance has declared", "late for too long"],
  ["DEFAULTED", { paused: true }, "While the deductions are paused", "go on until"],
  ["REPAID", { coolingOff: true }, "so there is no fee", "Thank you"],
  ["WEEKLY_SUMMARY", { sold: null, forecast: null, next: null }, "Left to pay", "Your sales:"],
  ["WEEKLY_SUMMARY", { aheadBehind: kobo(5_000) }, "Ahead of what was due: ₦50.00", "Behind"],
  ["WEEKLY_SUMMARY", { paused: true }, "The deductions are paused", "usual pace"],
  ["WEEKLY_SUMMARY", { paused: true }, "Next instalment: ₦123.45", "Due by"],
  ["WEEKLY_SUMMARY", { next: { dueDate: "2026-03-08", amount: kobo(1) } }, "Was due by 8 March 2026: ₦0.01", "Due by"],
  [
    "WEEKLY_SUMMARY",
    { forecast: { early: "2026-04-10", likely: "2026-04-20", late: null } },
    "20 April 2026.",
    "10 April",
  ],
] as const)("%s with %j says so", (kind, change, said, unsaid) => {
  const { text } = written(kind, change);
  expect(text).toContain(said);
  expect(text).not.toContain(unsaid);
});

test("mail of test data says that it is, in both parts", () => {
  const { text, html } = written("REPAID", {}, { ...about, test: true });
  expect(text).toContain("This is about test data");
  expect(html).toContain("This is about test data");
  expect(written("REPAID").text).not.toContain("test data");
});

test("what can happen to a loan again is told again", () => {
  expect(factOf(mailOf("OFFER_READY"))).toBe(factOf(mailOf("OFFER_READY", { amount: kobo(5) })));
  expect(factOf(mailOf("REPAID"))).not.toBe(factOf(mailOf("REPAID", { at: instant("2026-05-22T10:00:00Z") })));
  expect(factOf(mailOf("DEBIT_FAILED"))).not.toBe(factOf(mailOf("DEBIT_FAILED", { paymentId: "pmt_2" })));
  expect(factOf(mailOf("WEEKLY_SUMMARY"))).toBe("2026-03-08");
  expect(factOf(mailOf("PAYMENT_OVERDUE"))).toBe("2026-04-02");
});
