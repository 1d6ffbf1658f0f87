import { notFound } from "@/lib/kernel/errors";
import type { Clocks } from "@/lib/kernel/time";
import type { ActingMerchant } from "@/lib/merchants/kyc/provenance";
import { identityProvider } from "@/lib/platform/providers/identity";
import { type CompanyFound, type CompanyLookup, registeredNumber } from "@/lib/terms/lookups";
import { askRegister } from "./ask-register";

/** What the Corporate Affairs Commission's register says of a business: the register is public. */
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
