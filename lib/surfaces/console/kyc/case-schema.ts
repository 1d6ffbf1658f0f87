import type { Kobo } from "@/lib/kernel/money";
import type { Label } from "@/lib/terms/label";

/** A part of a case, as its page shows it: what was given, and what checks found. */
export type CasePart = {
  title: string;
  /** Of the item that it is. */
  key: string;
  facts: readonly (readonly [label: string, value: string])[];
  said: readonly { isFinding: boolean; text: string }[];
  /** Merchants that gave the same number. */
  others: readonly { merchantId: string; name: string; marketplace: string; state: Label }[];
};

/** `key`: of the item that documents of its kind are. */
export type CaseDocument = { id: string; key: string; title: string; fileName: string; isImage: boolean };

/** An item of a case, and who has accepted it (`JudgedItem`). */
export type CaseItemShown = {
  key: string;
  label: string;
  digest: string;
  acceptedBy: readonly { userId: string; name: string; at: Date }[];
  before: { name: string; at: Date; another: boolean } | null;
  /** Whoever looks has accepted it as it is. */
  mine: boolean;
};

/** Something that happened to a case, by whom. */
export type CaseStep = { key: number; at: Date; who: string; what: string; detail: string | null };

export type CaseRequest = { id: string; amount: Kobo; tenorDays: number; purpose: string; status: Label; at: Date };

/** What an operator has proposed about a case and another decides. */
export type CaseProposal = {
  id: string;
  title: string;
  does: string;
  reason: string;
  by: string;
  at: string;
  mine: boolean;
  evidenceDigest: string;
  evidenceChanged: boolean;
  asked: readonly string[];
  /** Of an approval, where items have been accepted one by one: those that nobody but the proposer has. */
  unseen: readonly string[];
};
