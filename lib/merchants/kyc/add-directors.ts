import { transaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { decrypt } from "@/lib/kernel/crypto";
import { CodedError, invalidField, refuseInvalid } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { maxDirectors } from "@/lib/terms/kyc/constants";
import { type DirectorInput, repeatedNumber, repeatedNumbers } from "@/lib/terms/kyc/schema";
import type { IdentityChecks } from "./check-identities";
import { inputOf, listDirectors } from "./director-rows";
import { identityNumberPurpose } from "./identity-number";
import { type DirectorsWatch, saveDirectors } from "./save-directors";

type Adding = Call<{ ref: string; input: readonly DirectorInput[]; checks: IdentityChecks }> & DirectorsWatch;

/** One who is said to be primary takes the place of who was. `checks`: from `checkDirectors`. */
export async function addDirectors(call: Adding): Promise<void> {
  const { actor, ref, input } = call;
  await transaction(async () => {
    const reach = reachOf(actor);
    const stored = await listDirectors(reach, await findMerchant(reach, ref, { lock: true }));
    const replaced = input.some(({ isPrimary }) => isPrimary);
    const known = stored.map((row) => {
      const director = inputOf(row, decrypt(identityNumberPurpose, row.identityNumber));
      return replaced ? { ...director, isPrimary: false } : director;
    });
    const all = [...known, ...input];
    const repeated = repeatedNumbers(all).filter((i) => i >= known.length);
    refuseInvalid(
      repeated.map((i) => ({ field: `directors.${i - known.length}.identityNumber`, error: repeatedNumber })),
    );
    if (all.length > maxDirectors) {
      throw invalidField("directors", `Must be at most ${maxDirectors - stored.length}: the list has ${stored.length}`);
    }
    await saveDirectors({ ...call, input: all });
  });
}

/** Refusals name the fields of the one that is not on record yet. */
export async function unprefixFieldErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CodedError) || error.fields.length === 0) throw error;
    const fields = error.fields.map(({ field, error: text }) => ({
      field: field.replace(/^directors[.]\d+[.]/, ""),
      error: text,
    }));
    throw new CodedError(error.code, error.message, { fields });
  }
}
