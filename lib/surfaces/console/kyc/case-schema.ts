import type { Kobo } from "@/lib/kernel/money";
import type { KycStep } from "@/lib/terms/kyc/constants";
import type { Label } from "@/lib/terms/label";

/** A part of a case, as its page shows it: what was given, and what checks found. */
export type CasePart = {
  title: string;
  step: KycStep;
  /** What a requirement about it names. */
  item: string;
  facts: readonly (readonly [label: string, value: string])[];
  said: readonly { isFinding: boolean; text: string }[];
  /** Merchants that gave the same number. */
  others: readonly { merchantId: string; name: string; marketplace: string; state: Label }[];
};

export type CaseDocument = { id: string; title: string; fileName: string; isImage: boolean };

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
};
