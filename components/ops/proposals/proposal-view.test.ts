import { createElement as element } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ProposalAnswer } from "@/lib/lending/proposals/schema";
import { ProposalView } from "./proposal-view";

const nobody = async () => ({});
const proposed = (kind: ProposalAnswer["kind"], input: object, evidence: ProposalAnswer["evidence"]) => ({
  ...{ id: "prp_1", kind, status: "OPEN" as const, marketplaceId: null, environment: null, subjectId: "loan_1" },
  ...{ input: { ...input }, reason: "As agreed.", evidence, evidenceDigest: "x", evidenceChanged: false },
  ...{ proposedBy: { id: "usr_1", name: "Operator" }, decidedBy: null, decidedAt: null, note: null },
  ...{
    proposedAt: "2026-11-20T12:00:00Z",
    expiresAt: "2026-11-27T12:00:00Z",
    isOwn: true,
    mayDecide: false,
    agreedBy: null,
  },
});

/** By the title of its card, what is said there. */
function cardsOf(proposal: ReturnType<typeof proposed>): Record<string, string> {
  const html = renderToStaticMarkup(element(ProposalView, { proposal, approve: nobody, reject: nobody }));
  const cards = html.split("<section data-card").slice(1);
  return Object.fromEntries(
    cards.map((card) => {
      const said = card.slice(card.indexOf(">") + 1).replace(/<[^>]+>/g, " ");
      return [/<h2[^>]*>([^<]*)/.exec(card)?.[1] ?? "", said.replace(/\s+/g, " ")];
    }),
  );
}

test("what is proposed is shown beside what there is, also where both are called the same", () => {
  const terms = cardsOf(proposed("LOAN_TERMS", { dueDate: "2027-03-15" }, { dueDate: "2026-12-01" }));
  expect(terms["What would be done"]).toMatch(/Due date 15 Mar\w* 2027/);
  expect(terms["What was seen"]).toMatch(/Due date 1 Dec\w* 2026/);
  const input = { amount: 9_000, reference: "FT26330XK1" };
  const recovery = cardsOf(proposed("LOAN_RECOVERY", input, { reference: "LN-1" }));
  expect(recovery["What would be done"]).toMatch(/₦9,000.*FT26330XK1/);
  expect(recovery["What was seen"]).toContain("Reference LN-1");
});

test("what people read stands before what only the service knows it by", () => {
  const id = (kind: string) => `${kind}_01m8fcq83e7wztxc44regv66es`;
  const lines = [{ lineId: id("bsl"), amount: 7_000, text: "deposit" }];
  const evidence = { accountId: id("lac"), account: `${id("acc")}, Guaranty Trust Bank …6789`, paused: false };
  const dismissed = cardsOf(proposed("STATEMENT_LINES_DISMISS", { lines }, evidence));
  expect(dismissed["What would be done"]).toMatch(/Text Amount Line id deposit ₦7,000.00 bsl_/);
  expect(dismissed["What was seen"]).toMatch(/Account Guaranty Trust Bank …6789 Paused No Account id lac_/);
});
