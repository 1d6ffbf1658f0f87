import { eq, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { drafts } from "@/db/schema/drafts";
import { inReach, ownedBy } from "@/db/tenancy";
import { second } from "@/lib/kernel/calendar";
import type { RealTimeCall } from "@/lib/kernel/call";
import { encrypt } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { lockEditableKyc, lockKyc } from "@/lib/merchants/kyc/lock-editable-kyc";
import type { ActingMerchant } from "@/lib/merchants/kyc/provenance";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { undrafted } from "@/lib/terms/drafts/constants";
import type { Draft, DraftStep, SaveDraft } from "@/lib/terms/drafts/schema";
import { joinOwn, type Written, writingOver } from "./join-own";
import { draftPurpose, toDraft } from "./read-drafts";

type SaveCall = RealTimeCall<{ actor: ActingMerchant; input: SaveDraft; device: string }>;

/** Not audited: nothing is declared by it. What the caller's own window changed is no conflict (`joinOwn`). */
export async function saveDraft(call: SaveCall): Promise<Draft> {
  const { actor, input } = call;
  const lock = input.step === "funding" ? lockKyc : lockEditableKyc;
  return transaction(async () => {
    // Locks the merchant: until the end of the transaction nobody else writes a draft of it.
    await lock(reachOf(actor), actor.merchantId);
    return storeDraft(call);
  });
}
saveDraft.errors = ["DRAFT_CONFLICT", "KYC_NOT_EDITABLE", "CONNECTION_CLOSED"] as const;

async function storeDraft(call: SaveCall): Promise<Draft> {
  const { actor, input, realNow } = call;
  const { step, revision } = input;
  const ofStep = inReach(drafts, reachOf(actor), eq(drafts.step, step));
  const [row] = await db().select().from(drafts).where(ofStep);
  const there = row && { ...row, values: toDraft(row).values, at: row.changedAt.getTime() };
  const came = cameWith(call);
  const isKnown = revision === (there?.revision ?? 0);
  const next = isKnown ? { ...came, writing: writingOver(there, came) } : there && joinOwn(there, came);
  if (!next) throw conflict();
  const values = next.values && sealed(next.values);
  const change = { item: values && next.item, values, writing: next.writing, changedAt: realNow };
  const [saved] = there
    ? await db()
        .update(drafts)
        .set({ ...change, revision: there.revision + 1 })
        .where(ofStep)
        .returning()
    : await db()
        .insert(drafts)
        .values({ ...ownedBy(actor.tenant), merchantId: actor.merchantId, step, ...change, revision: 1 })
        .onConflictDoNothing()
        .returning();
  if (!saved) throw conflict();
  return toDraft(saved);
}

const conflict = () =>
  new CodedError("DRAFT_CONFLICT", "This has been changed in another window or on another device.");

function cameWith({ input, device, realNow }: SaveCall): Written {
  const { item, values, revision, writer } = input;
  const at = realNow.getTime();
  if (!writer) return { item, values, revision, writing: null, at };
  const { openFor, ...told } = writer;
  return { item, values, revision, writing: { ...told, device, openedAt: at - openFor * second, since: revision }, at };
}

export async function clearDrafts(
  call: RealTimeCall<{ actor: ActingMerchant; steps: readonly [DraftStep, ...DraftStep[]] }>,
): Promise<void> {
  const { actor, steps, realNow } = call;
  const rows = steps.map((step) => ({
    ...ownedBy(actor.tenant),
    merchantId: actor.merchantId,
    step,
    revision: 1,
    changedAt: realNow,
  }));
  await transaction(async () => {
    // As whoever saves one does. Otherwise the row made here would wait for the merchant's, which the other holds while it
    // waits for this row: a deadlock.
    await findMerchant(reachOf(actor), actor.merchantId, { lock: true });
    await db()
      .insert(drafts)
      .values(rows)
      .onConflictDoUpdate({
        target: [drafts.merchantId, drafts.step],
        set: { item: null, values: null, writing: null, revision: sql`${drafts.revision} + 1`, changedAt: realNow },
      });
  });
}

function sealed(values: Record<string, string>): string {
  const kept = Object.entries(values).filter(([name]) => !undrafted.some((never) => never === name));
  return encrypt(draftPurpose, JSON.stringify(Object.fromEntries(kept)));
}
