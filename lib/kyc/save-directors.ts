import type { z } from "zod";
import { transaction } from "@/db/client";
import { ownedBy } from "@/db/tenancy";
import { recordAudit } from "@/lib/audit/record-audit";
import type { Call } from "@/lib/call";
import { newId } from "@/lib/ids";
import { reachOf } from "@/lib/reach";
import type { IdentityChecks } from "./check-identities";
import { isSamePerson, isUnchanged, listDirectors, personalColumns, replaceDirectors } from "./director-rows";
import { editStep } from "./edit-step";
import { identityColumns } from "./identity-number";
import { openForEditing } from "./open-for-editing";
import { isMerchant } from "./provenance";
import { readKycAnswer } from "./queries";
import type { DirectorInput, directorsSaved } from "./schema";
import { toPublicDirector } from "./serialize";

/**
 * Replaces the list of directors. One whose identity was already in the list keeps id and verification
 * (docs/kyc.md#directors); if name or date of birth changed, the identity is checked again.
 * @param call.checks from `checkDirectors`
 * @throws CodedError NOT_FOUND, CONNECTION_CLOSED, KYC_NOT_EDITABLE
 */
export async function saveDirectors(
  call: Call<{ ref: string; input: readonly DirectorInput[]; checks: IdentityChecks }>,
): Promise<z.output<typeof directorsSaved>> {
  const { actor, ref, input, checks, now } = call;
  const reach = reachOf(actor);
  return transaction(async () => {
    const { merchant, kyc } = await openForEditing(reach, ref);
    await editStep(reach, kyc, "directors");
    const before = await listDirectors(reach, merchant);
    const chosen = input.findIndex((director) => director.isPrimary);
    const primary = Math.max(0, chosen);
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
        verificationStatus: kept?.verificationStatus ?? checks.of(director),
        prefilled: !isMerchant(actor) || (stored?.prefilled === true && isUnchanged(stored, director)),
      };
    });
    await replaceDirectors(actor.tenant, kyc.id, rows);
    await recordAudit({ actor, action: "kyc.save-directors", subjectId: merchant.merchantId, now });
    const saved = await listDirectors(reach, merchant);
    return { ...(await readKycAnswer(reach, merchant)), directors: saved.map(toPublicDirector) };
  });
}
