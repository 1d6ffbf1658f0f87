import type { z } from "zod";
import { transaction } from "@/db/client";
import { ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { findMerchant } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";
import type { VerificationStatus } from "./constants";
import { isSamePerson, isUnchanged, listDirectors, personalColumns, replaceDirectors } from "./director-rows";
import { editStep } from "./edit-step";
import { identityColumns, identityDigest } from "./identity-number";
import { openForEditing } from "./open-for-editing";
import { isMerchant } from "./provenance";
import { readKycAnswer } from "./queries";
import { birthDateErrors, type DirectorInput, type directorsSaved } from "./schema";
import { toPublicDirector } from "./serialize";
import { verifyIdentity } from "./verify-identity";

type Call = { actor: Actor; ref: string; input: readonly DirectorInput[]; now: Date };

/**
 * Replaces the list of directors. One whose identity was in the list before keeps id and verification (docs/kyc.md#directors);
 * when name or date of birth became another, the identity is checked again, since it was checked for somebody else.
 * @throws CodedError VALIDATION_FAILED (a date of birth that is not in the past), NOT_FOUND, CONNECTION_CLOSED,
 *   KYC_NOT_EDITABLE
 */
export async function saveDirectors(call: Call): Promise<z.output<typeof directorsSaved>> {
  const { actor, ref, input, now } = call;
  const unborn = birthDateErrors(input, now);
  if (unborn.length > 0)
    throw new CodedError("VALIDATION_FAILED", "The body is not valid: see errors.", { fields: unborn });

  // Checked before the transaction: an outside party may take its time, and locks must not wait for it.
  const verified = await verifyUnknown(call);
  return transaction(async () => {
    const { merchant, kyc } = await openForEditing(reachOf(actor), ref);
    await editStep(reachOf(actor), kyc, "directors");
    const before = await listDirectors(reachOf(actor), merchant);
    const primary = Math.max(
      0,
      input.findIndex((director) => director.isPrimary),
    );
    const rows = input.map((director, i) => {
      const identity = identityColumns(director);
      const stored = before.find((row) => row.identityDigest === identity.identityDigest);
      const kept = stored && isSamePerson(stored, director) ? stored : undefined;
      return {
        id: newId("director"),
        ...ownedBy(actor.tenant),
        kycId: kyc.id,
        ...personalColumns(director),
        ...identity,
        position: i,
        isPrimary: i === primary,
        verificationStatus: kept?.verificationStatus ?? verified.get(identity.identityDigest) ?? ("PENDING" as const),
        prefilled: !isMerchant(actor) || (stored?.prefilled === true && isUnchanged(stored, director)),
      };
    });
    await replaceDirectors(actor.tenant, kyc.id, rows);
    await recordAudit({ actor, action: "kyc.save-directors", subjectId: merchant.merchantId, now });
    const saved = await listDirectors(reachOf(actor), merchant);
    return { ...(await readKycAnswer(reachOf(actor), merchant)), directors: saved.map(toPublicDirector) };
  });
}

/** Checks the identities that the record does not hold for the same person yet; answers by digest. */
async function verifyUnknown({ actor, ref, input }: Call): Promise<Map<string, VerificationStatus>> {
  const before = await listDirectors(reachOf(actor), await findMerchant(reachOf(actor), ref));
  const results = await Promise.all(
    input.map(async (director): Promise<[string, VerificationStatus]> => {
      const digest = identityDigest(director);
      const known = before.find((row) => row.identityDigest === digest && isSamePerson(row, director));
      return [digest, known?.verificationStatus ?? (await verifyIdentity(actor.tenant.environment, director))];
    }),
  );
  return new Map(results);
}
