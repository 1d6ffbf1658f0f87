import { transaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { decrypt } from "@/lib/kernel/crypto";
import { type FieldError, refuseInvalid } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { type DirectorInput, type JourneyDirector, repeatedNumber, repeatedNumbers } from "@/lib/terms/kyc/schema";
import { checkDirectors, type IdentityChecks } from "./check-identities";
import { listDirectors } from "./director-rows";
import { identityNumberPurpose } from "./identity-number";
import { type DirectorsWatch, saveDirectors } from "./save-directors";

type JourneyCall = Call<{ ref: string; input: readonly JourneyDirector[]; basedOn?: readonly number[] | null }>;
type Stored = Awaited<ReturnType<typeof listDirectors>>[number];

export async function checkJourneyDirectors(call: JourneyCall): Promise<IdentityChecks> {
  const { merchantId } = await findMerchant(reachOf(call.actor), call.ref);
  return checkDirectors({ ...call, input: await completedList(call, merchantId) });
}

/** A director in the list, named by `id`, keeps the stored identity number unless a new one was typed. */
export async function saveJourneyDirectors(
  call: JourneyCall & DirectorsWatch & { checks: IdentityChecks },
): Promise<void> {
  await transaction(async () => {
    // The list may have changed since the check, so it is completed from its current state.
    const { merchantId } = await findMerchant(reachOf(call.actor), call.ref, { lock: true });
    await saveDirectors({ ...call, input: await completedList(call, merchantId) });
  });
}
saveJourneyDirectors.errors = ["EDIT_CONFLICT", "KYC_NOT_EDITABLE", "CONNECTION_CLOSED"] as const;

async function completedList({ actor, input }: JourneyCall, merchantId: string): Promise<DirectorInput[]> {
  const stored = await listDirectors(reachOf(actor), { merchantId });
  const completed = input.map((entry, i) => complete(entry, `directors.${i}`, stored));
  refuseInvalid(completed.flatMap((one) => ("field" in one ? [one] : [])));
  const directors = completed.flatMap((one) => ("field" in one ? [] : [one]));
  refuseInvalid(
    repeatedNumbers(directors).map((i) => ({ field: `directors.${i}.identityNumber`, error: repeatedNumber })),
  );
  return directors;
}

function complete(entry: JourneyDirector, place: string, stored: readonly Stored[]): DirectorInput | FieldError {
  const { id, identityNumber: typed, ...director } = entry;
  const row = stored.find((one) => one.id === id);
  if (id !== undefined && !row) return { field: `${place}.id`, error: "Is not the id of a director of this business" };
  if (typed !== undefined) return { ...director, identityNumber: typed };
  if (row?.identityType !== director.identityType) {
    return {
      field: `${place}.identityNumber`,
      error: "Enter the number again: the stored one is of another type of document",
    };
  }
  return { ...director, identityNumber: decrypt(identityNumberPurpose, row.identityNumber) };
}
