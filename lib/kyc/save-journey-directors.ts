import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { decrypt } from "@/lib/crypto";
import { CodedError, type FieldError } from "@/lib/errors";
import { findMerchant } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { checkDirectors, type IdentityChecks } from "./check-identities";
import { listDirectors } from "./director-rows";
import { identityNumberPurpose } from "./identity-number";
import { saveDirectors } from "./save-directors";
import { type DirectorInput, type JourneyDirector, repeatedNumber, repeatedNumbers } from "./schema";

type Call = { actor: Actor; ref: string; input: readonly JourneyDirector[]; now: BusinessTime };
type Stored = Awaited<ReturnType<typeof listDirectors>>[number];

/** `checkDirectors` for `saveJourneyDirectors`. @throws CodedError as the two of them */
export async function checkJourneyDirectors(call: Call): Promise<IdentityChecks> {
  const { merchantId } = await findMerchant(reachOf(call.actor), call.ref);
  return checkDirectors({ ...call, input: await completedList(call, merchantId) });
}

/**
 * `saveDirectors` for somebody who has been shown masked identity numbers: a director who is in the list already, named by
 * `id`, keeps the stored number unless another was typed.
 * @throws CodedError as `saveDirectors`, and VALIDATION_FAILED for an id that is not in the list, for a kept number that is
 *   of another kind of identity, and for one that was typed for somebody else as well
 */
export async function saveJourneyDirectors(call: Call & { checks: IdentityChecks }): Promise<void> {
  await transaction(async () => {
    // The list may have changed since its people were checked: it is completed from what it is now.
    const { merchantId } = await findMerchant(reachOf(call.actor), call.ref, { lock: true });
    await saveDirectors({ ...call, input: await completedList(call, merchantId) });
  });
}

async function completedList({ actor, input }: Call, merchantId: string): Promise<DirectorInput[]> {
  const stored = await listDirectors(reachOf(actor), { merchantId });
  const completed = input.map((entry, i) => complete(entry, `directors.${i}`, stored));
  refuse(completed.flatMap((one) => ("field" in one ? [one] : [])));
  const directors = completed.flatMap((one) => ("field" in one ? [] : [one]));
  refuse(repeatedNumbers(directors).map((i) => ({ field: `directors.${i}.identityNumber`, error: repeatedNumber })));
  return directors;
}

/** The director with the number that is stored where none was typed, or what is wrong with it. */
function complete(entry: JourneyDirector, place: string, stored: readonly Stored[]): DirectorInput | FieldError {
  const { id, identityNumber: typed, ...director } = entry;
  const row = stored.find((one) => one.id === id);
  if (id !== undefined && !row) return { field: `${place}.id`, error: "Is no director of this business any more" };
  if (typed !== undefined) return { ...director, identityNumber: typed };
  if (row?.identityType !== director.identityType) {
    return { field: `${place}.identityNumber`, error: "Type the number again: it was that of another document" };
  }
  return { ...director, identityNumber: decrypt(identityNumberPurpose, row.identityNumber) };
}

function refuse(fields: readonly FieldError[]): void {
  if (fields.length > 0) throw new CodedError("VALIDATION_FAILED", "The body is not valid: see errors.", { fields });
}
