import { eq, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { drafts } from "@/db/schema/drafts";
import { inReach, ownedBy } from "@/db/tenancy";
import type { RealTimeCall } from "@/lib/call";
import { encrypt } from "@/lib/crypto";
import { CodedError } from "@/lib/errors";
import { openConnected, openForEditing } from "@/lib/kyc/open-for-editing";
import type { ActingMerchant } from "@/lib/kyc/provenance";
import { findMerchant } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";
import { draftPurpose, toDraft } from "./read-drafts";
import { type Draft, type DraftStep, type SaveDraft, undrafted } from "./schema";

/**
 * Keeps what is typed in a step, or discards it; where the step could not be saved, nothing is typed into it. Not audited:
 * nothing is declared by it, and it changes with each pause in typing.
 * @throws CodedError DRAFT_CONFLICT when it has changed since the revision that the caller knows; KYC_NOT_EDITABLE,
 *   CONNECTION_CLOSED
 */
export async function saveDraft(call: RealTimeCall<{ actor: ActingMerchant; input: SaveDraft }>): Promise<Draft> {
  const { actor, input } = call;
  const open = input.step === "funding" ? openConnected : openForEditing;
  return transaction(async () => {
    await open(reachOf(actor), actor.merchantId);
    return storeDraft(call);
  });
}

async function storeDraft(call: RealTimeCall<{ actor: ActingMerchant; input: SaveDraft }>): Promise<Draft> {
  const { actor, input, realNow } = call;
  const { step, revision } = input;
  const values = input.values && sealed(input.values);
  const change = { item: values && input.item, values, changedAt: realNow };
  const [saved] =
    revision === 0
      ? await db()
          .insert(drafts)
          .values({ ...ownedBy(actor.tenant), merchantId: actor.merchantId, step, ...change, revision: 1 })
          .onConflictDoNothing()
          .returning()
      : await db()
          .update(drafts)
          .set({ ...change, revision: revision + 1 })
          .where(inReach(drafts, reachOf(actor), eq(drafts.step, step), eq(drafts.revision, revision)))
          .returning();
  if (!saved) throw new CodedError("DRAFT_CONFLICT", "This has been changed in another window or on another device.");
  return toDraft(saved);
}

/** Forgets what was typed in these steps, because it is saved now. */
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
        set: { item: null, values: null, revision: sql`${drafts.revision} + 1`, changedAt: realNow },
      });
  });
}

function sealed(values: Record<string, string>): string {
  const kept = Object.entries(values).filter(([name]) => !undrafted.some((never) => never === name));
  return encrypt(draftPurpose, JSON.stringify(Object.fromEntries(kept)));
}
