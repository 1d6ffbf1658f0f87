import { transaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import type { ChangedDirector, JourneyDirector } from "@/lib/terms/kyc/schema";
import { unprefixFieldErrors } from "./add-directors";
import { IdentityChecks } from "./check-identities";
import { inputOf, listDirectors } from "./director-rows";
import type { DirectorsWatch } from "./save-directors";
import { checkJourneyDirectors, saveJourneyDirectors } from "./save-journey-directors";

type OneCall = Call<{ ref: string; directorId: string; basedOn?: readonly number[] | null }>;
type Changing = OneCall & { input: ChangedDirector };

export async function checkChangedDirector(call: Changing): Promise<IdentityChecks> {
  return unprefixFieldErrors(checkJourneyDirectors({ ...call, input: await changedList(call, call.input) }));
}

/** Identity number and being primary stay unless given. Refusals name fields as in the director itself. */
export async function changeDirector(call: Changing & DirectorsWatch & { checks: IdentityChecks }): Promise<void> {
  await transaction(async () => {
    await findMerchant(reachOf(call.actor), call.ref, { lock: true });
    const input = await changedList(call, call.input);
    await unprefixFieldErrors(saveJourneyDirectors({ ...call, input }));
  });
}

/** Takes one director out of the list. If it was the primary one, the first that is left becomes it. */
export async function removeDirector(call: OneCall & DirectorsWatch): Promise<void> {
  await transaction(async () => {
    await findMerchant(reachOf(call.actor), call.ref, { lock: true });
    const input = await changedList(call, null);
    if (input.length === 0)
      throw invalidField("directorId", "Must not be the only one: a list has at least 1 director");
    // Whoever is left is on record already: nobody is checked anew.
    await saveJourneyDirectors({ ...call, input, checks: new IdentityChecks([]) });
  });
}

async function changedList({ actor, ref, directorId }: OneCall, change: ChangedDirector | null) {
  const reach = reachOf(actor);
  const stored = await listDirectors(reach, await findMerchant(reach, ref));
  if (!stored.some(({ id }) => id === directorId)) throw notFound("director");
  const takesPlace = change?.isPrimary === true;
  return stored.flatMap((row): JourneyDirector[] => {
    const { identityNumber: _, ...kept } = inputOf(row, "");
    if (row.id !== directorId) return [{ ...kept, id: row.id, ...(takesPlace ? { isPrimary: false } : {}) }];
    return change ? [{ ...change, id: row.id, isPrimary: change.isPrimary ?? row.isPrimary }] : [];
  });
}
