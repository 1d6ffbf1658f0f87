import type { Environment } from "@/lib/kernel/actor";
import { dateOf } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { refuseInvalid } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { isAdult, type VerificationStatus } from "@/lib/terms/kyc/constants";
import { birthDateErrors, type DirectorInput } from "@/lib/terms/kyc/schema";
import { isSamePerson, listDirectors } from "./director-rows";
import { identityDigest } from "./identity-number";
import { verifyIdentity } from "./verify-identity";

type Stored = Awaited<ReturnType<typeof listDirectors>>[number];

/** Results of identity checks made before saving; each is valid only for the number and person that were checked. */
export class IdentityChecks {
  private readonly found: ReadonlyMap<string, VerificationStatus>;

  constructor(checked: readonly (readonly [DirectorInput, VerificationStatus])[]) {
    this.found = new Map(checked.map(([director, status]) => [claimOf(director), status]));
  }

  of(director: DirectorInput): VerificationStatus {
    const status = this.found.get(claimOf(director));
    if (!status) throw new Error("The identity of a director was not checked before saving.");
    return status;
  }
}

function claimOf(director: DirectorInput): string {
  const { firstName, lastName, dateOfBirth } = director;
  return JSON.stringify([identityDigest(director), firstName, lastName, dateOfBirth]);
}

/** Of those not yet on record as the same person. Not inside a transaction. */
export async function checkDirectors(
  call: Call<{ ref: string; input: readonly DirectorInput[] }>,
): Promise<IdentityChecks> {
  const { actor, ref, input, now } = call;
  const reach = reachOf(actor);
  refuseInvalid(birthDateErrors(input, now));
  const stored = await listDirectors(reach, await findMerchant(reach, ref));
  return checkIdentities(actor.tenant.environment, input, stored, dateOf(now));
}

/** `stored`: who is on record. Without `today` everybody is taken to be of age. */
export async function checkIdentities(
  environment: Environment,
  directors: readonly DirectorInput[],
  stored: readonly Stored[] = [],
  today?: string,
): Promise<IdentityChecks> {
  const checked = directors.map(async (director) => {
    const digest = identityDigest(director);
    const known = stored.find((row) => row.identityDigest === digest && isSamePerson(row, director));
    const status = known?.verificationStatus ?? (await verifyIdentity(environment, director));
    // No register confirms a number together with a date of birth by which nobody could have it.
    const young = today !== undefined && !isAdult(director.dateOfBirth, today);
    return [director, young && status === "VERIFIED" ? "MANUAL_REVIEW" : status] as const;
  });
  return new IdentityChecks(await Promise.all(checked));
}
