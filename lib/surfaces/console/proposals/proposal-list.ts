import { list } from "@/lib/surfaces/lists/list";
import { choice, listQuery } from "@/lib/surfaces/lists/list-query";
import { proposalLabels, proposalWords, subjectName } from "@/lib/terms/proposals/words";
import { listProposalsAt } from "./list-proposals";

/** What takes two operators: the open ones unless others are asked for. */
export const proposalList = list({
  path: "proposals",
  title: "Proposals",
  lead: "What takes two operators: one has proposed it, another decides.",
  nav: { group: "Work", key: "p" },
  search: "What it is about, by its id",
  query: listQuery("proposal", {
    state: choice("State", { OPEN: "Open", ENDED: "Decided or lapsed" }),
    by: choice("Proposed by", { OTHERS: "Others", ME: "Me" }),
  }),
  read: listProposalsAt,
  href: ({ id }) => `proposals/${id}`,
  columns: ({ text, moment, state }) => ({
    kind: text("Proposal", ({ kind }) => proposalWords[kind].title),
    subject: text("About", subjectName, { below: true }),
    reason: text("Why", ({ reason }) => reason),
    by: text("Proposed by", ({ by }) => by),
    proposedAt: moment("Proposed", ({ proposedAt }) => proposedAt),
    expiresAt: moment("Lapses", ({ expiresAt }) => expiresAt),
    status: state("State", ({ status }) => status, proposalLabels),
  }),
  table: { kind: 1, subject: 2, reason: 3, by: 2, proposedAt: 2, expiresAt: 3, status: 1 },
  none: {
    title: "Nothing waits for a second operator",
    text: "What is proposed appears here until another operator has decided about it.",
  },
});
