import type { z } from "zod";
import { transaction } from "@/db/client";
import { ownedBy } from "@/db/tenancy";
import { dateOf } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { newId } from "@/lib/kernel/ids";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { DirectorInput, directorsSaved } from "@/lib/terms/kyc/schema";
import type { IdentityChecks } from "./check-identities";
import { isSamePerson, isUnchanged, listDirectors, personalColumns, replaceDirectors } from "./director-rows";
import { editStep, refuseOutdated } from "./edit-step";
import { orderDirectorChecks } from "./identity/order-checks";
import { recordConsents } from "./identity/record-consents";
import { identityColumns, identityDigest } from "./identity-number";
import { lockEditableKyc } from "./lock-editable-kyc";
import type { Director } from "./personal-details";
import { isMerchant } from "./provenance";
import { readKycAnswer } from "./queries";
import { rateSharing } from "./review/rate-kyc";
import { toPublicDirector } from "./serialize";

type Identity = Pick<Director, "identityType" | "identityDigest" | "verificationStatus">;

export type ReplacedDirectors = {
  kycId: string;
  merchantId: string;
  before: readonly Identity[];
  after: readonly Identity[];
  now: BusinessTime;
};

/** Told before a list is replaced, in the same transaction: whoever lends knows borrowers by their directors. */
export type DirectorsWatch = { watch: (reach: Reach, replaced: ReplacedDirectors) => Promise<void> };

/** Who was in the list keeps id and verification (docs/kyc.md#directors). `basedOn`: see `refuseOutdated`. */
export async function saveDirectors(
  call: Call<{
    ref: string;
    input: readonly DirectorInput[];
    checks: IdentityChecks;
    basedOn?: readonly number[] | null;
  }> &
    DirectorsWatch,
): Promise<z.output<typeof directorsSaved>> {
  const { actor, ref, input, checks, basedOn, watch, now } = call;
  const reach = reachOf(actor);
  return transaction(async () => {
    const { merchant, kyc } = await lockEditableKyc(reach, ref);
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
        listPosition: i,
        isPrimary: i === primary,
        verificationStatus: kept?.verificationStatus ?? checks.of(director),
        prefilled: !isMerchant(actor) || (stored?.prefilled === true && isUnchanged(stored, director)),
      };
    });
    // Saved again as it is, as by somebody whom no answer reached, the list replaces nothing.
    const changes = before.length !== rows.length || !rows.every((row, i) => isSameEntry(before[i], row, input[i]));
    if (changes) refuseOutdated(kyc.revisions.directors, basedOn);
    await editStep(reach, kyc, "directors", { changes });
    const { merchantId } = merchant;
    await watch(reach, { kycId: kyc.id, merchantId, before, after: rows, now });
    await replaceDirectors(actor.tenant, kyc.id, rows);
    await rateSharing(differing(before, rows), actor.tenant.environment, now);
    await recordConsents(actor, kyc.id, input.flatMap(consentOf), now);
    await recordAudit({ actor, action: "kyc.save-directors", subjectId: merchantId, now });
    await orderDirectorChecks(actor.tenant, kyc.id, await listDirectors(reach, merchant), now);
    const saved = await listDirectors(reach, merchant);
    const revision = kyc.revisions.directors + Number(changes);
    return {
      ...(await readKycAnswer(reach, merchant)),
      directors: saved.map((row) => toPublicDirector(row, dateOf(now))),
      revision,
    };
  });
}
saveDirectors.errors = ["EDIT_CONFLICT", "NOT_FOUND", "KYC_NOT_EDITABLE", "CONNECTION_CLOSED"] as const;

/** To a comparison with its register, which other papers have none of. */
function consentOf(director: DirectorInput) {
  const { identityType, identityConsent: textVersion } = director;
  if (!textVersion || (identityType !== "BVN" && identityType !== "NIN")) return [];
  return [{ identityDigest: identityDigest(director), purpose: "CHECK", textVersion } as const];
}

/** The numbers that only one of the two lists has. */
function differing(before: readonly Identity[], after: readonly Identity[]): string[] {
  const [left, right] = [before, after].map((list) => new Set(list.map((one) => one.identityDigest)));
  return [...(left ?? []), ...(right ?? [])].filter((digest) => left?.has(digest) !== right?.has(digest));
}

function isSameEntry(
  stored: Director | undefined,
  row: Pick<Director, "identityDigest" | "isPrimary">,
  given: DirectorInput | undefined,
): boolean {
  if (!stored || !given) return false;
  const { identityDigest, isPrimary } = stored;
  return identityDigest === row.identityDigest && isPrimary === row.isPrimary && isUnchanged(stored, given);
}
