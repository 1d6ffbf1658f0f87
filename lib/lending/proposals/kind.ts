import type { Environment, Tenant } from "@/lib/kernel/actor";
import type { OperatorCall } from "@/lib/kernel/call";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { sha256 } from "@/lib/kernel/crypto";
import type { ProposalKindName } from "@/lib/terms/proposals/states";
import type { OperatorPermission } from "@/lib/terms/users/roles";

/** What a proposal rests on. Nothing that changes with time alone: it would clear every proposal overnight. */
export type Evidence = Readonly<Record<string, string | number | boolean | null>>;

/** Whose data it is about, if it is a tenant's; else in which environment it is, if in one alone; and what there is to see. */
export type Look = { tenant: Tenant | null; environment?: Environment; evidence: Evidence };

/** Something that takes two operators: one proposes it, another decides (docs/proposals.md#kinds). */
export type ProposalKind = {
  name: ProposalKindName;
  /** What it takes to propose it, and to decide about it. */
  permission: Exclude<OperatorPermission, "view">;
  /** Looks at what it is about, and what it would be done to; with `lock`, keeps it as it is for the caller's transaction. */
  look: (call: Subject & { input: Record<string, unknown>; lock: boolean }) => Promise<Look>;
  /** Does it, in the caller's transaction; refuses where it is not possible any more. */
  perform: (call: Subject & { input: Record<string, unknown>; reason: string }) => Promise<void>;
  /** What another operator does to agree, where the proposal alone does not show what there is to agree to. */
  agreedBy?: string;
};

export type Subject = OperatorCall<{ subjectId: string }>;

/** Names what is proposed on which evidence. */
export function digestOf(proposal: {
  kind: ProposalKindName;
  subjectId: string;
  input: Record<string, unknown>;
  reason: string;
  evidence: Evidence;
}): string {
  return sha256(canonicalJson(proposal));
}
