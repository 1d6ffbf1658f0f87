import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { CodedError } from "@/lib/kernel/errors";
import { masked } from "@/lib/kernel/mask";
import { reachOf } from "@/lib/kernel/reach";
import type { Clocks } from "@/lib/kernel/time";
import type { ActingMerchant } from "@/lib/merchants/kyc/provenance";
import { findVerifiedPhone } from "@/lib/parties/people/phone/phone-queries";
import { identityProvider } from "@/lib/platform/providers/identity";
import type { PersonFound, PersonLookup } from "@/lib/terms/lookups";
import type { PersonRegister } from "@/lib/terms/providers";
import { askRegister } from "./ask-register";

/** The register's phone number must be the asker's (docs/kyc.md#look-ups); others' are answered like unknown ones. */
export async function lookUpPerson(
  call: Clocks & { actor: ActingMerchant; identityType: PersonRegister; input: PersonLookup },
): Promise<PersonFound> {
  const { actor, identityType, input, ...clocks } = call;
  const phone = await ownPhone(actor);
  const registers = identityProvider(actor.tenant.environment);
  const identity = { identityType, identityNumber: input.number };
  const found = await askRegister({ actor, register: identityType, identity, ...clocks }, () =>
    registers.findPerson(identityType, input.number),
  );
  if (!found || phone === null || found.phoneNumber !== phone) throw nobodyKnown();
  const { firstName, middleName, lastName, dateOfBirth, nationality, address } = found;
  const person = { firstName, middleName, lastName, dateOfBirth, nationality, address };
  return { identityType, ...person, phoneNumber: masked(phone) };
}

/** In the journey the number that the marketplace gave, never one that was typed in a form. */
async function ownPhone(actor: ActingMerchant): Promise<string | null> {
  if (actor.kind === "merchantUser") {
    const verified = await findVerifiedPhone(actor.userId);
    if (verified === null) {
      throw new CodedError("PHONE_NOT_VERIFIED", "Verify your phone number first: a code is sent to it.");
    }
    return verified;
  }
  const [merchant] = await db()
    .select({ phoneNumber: merchants.phoneNumber })
    .from(merchants)
    .where(inReach(merchants, reachOf(actor), eq(merchants.id, actor.merchantId)));
  return merchant?.phoneNumber ?? null;
}

function nobodyKnown(): CodedError {
  const detail =
    "We cannot fill in anything for this number. We only fill in your own details; enter anyone else's yourself.";
  return new CodedError("NOT_FOUND", detail);
}
