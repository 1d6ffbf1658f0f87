import { notFound } from "@/lib/errors";
import type { ActingMerchant } from "@/lib/kyc/provenance";
import { identityProvider } from "@/lib/providers/identity";
import type { Clocks } from "@/lib/time";
import { askRegister } from "./ask-register";
import { type CompanyFound, type CompanyLookup, registeredNumber } from "./schema";

/**
 * What the Corporate Affairs Commission's register says of a business: the register is public.
 * @throws CodedError NOT_FOUND, CONNECTION_CLOSED, KYC_NOT_EDITABLE, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function lookUpCompany(
  call: Clocks & { actor: ActingMerchant; input: CompanyLookup },
): Promise<CompanyFound> {
  const { actor, input, ...clocks } = call;
  const number = registeredNumber(input.number);
  if (number === null) throw notFound("registration");
  const registers = identityProvider(actor.tenant.environment);
  const found = await askRegister({ actor, register: "CAC", ...clocks }, () => registers.findCompany(number));
  if (!found) throw notFound("registration");
  return found;
}
