import type { CompanyClaim } from "@/lib/platform/providers/identity-provider";
import type { Found, RegisteredCompany } from "@/lib/platform/providers/registers";
import { type CompanyEvidence, type Comparison, companyNotChecked, judgedCompany } from "@/lib/terms/kyc/evidence";
import { compareBusinessName, compareDate, dateIn, textIn } from "./compare";
import { type Entity, type Reply, say } from "./reply";
import type { DojahAccess } from "./types";

/** Its words for the registers of the Corporate Affairs Commission, by the prefix of their numbers. */
const registers: Readonly<Record<string, { type: string; businessType: RegisteredCompany["businessType"] }>> = {
  RC: { type: "COMPANY", businessType: "LIMITED_LIABILITY_COMPANY" },
  BN: { type: "BUSINESS_NAME", businessType: "REGISTERED_BUSINESS" },
  IT: { type: "INCORPORATED_TRUSTEES", businessType: "NGO" },
  LP: { type: "LIMITED_PARTNERSHIP", businessType: "PARTNERSHIP" },
  LLP: { type: "LIMITED_LIABILITY_PARTNERSHIP", businessType: "PARTNERSHIP" },
};

async function askFor(access: DojahAccess, number: string): Promise<Reply> {
  const { prefix = "", digits = "" } = partsOf(number);
  const register = registers[prefix];
  if (!register) return { kind: "silence", why: "UNCLEAR" };
  return say(access, "/api/v1/kyc/cac/basic", { rc_number: digits, company_type: register.type });
}

const partsOf = (number: string) => /^(?<prefix>[A-Z]+)(?<digits>\d+)$/.exec(number)?.groups ?? {};

/** Registers write numbers with their prefix or without, and zeros in front or none. */
function isSame(ours: string, held: string): boolean {
  const plain = (number: string) =>
    number
      .toUpperCase()
      .replace(/^[A-Z]+/, "")
      .replace(/^0+/, "");
  return plain(ours) === plain(held.replace(/[\s.-]/g, ""));
}

export async function checkCompany(access: DojahAccess, claim: CompanyClaim): Promise<CompanyEvidence> {
  const reply = await askFor(access, claim.number);
  if (reply.kind === "silence") return companyNotChecked(reply.why);
  if (reply.kind === "notFound") return judgedCompany({ ...companyNotChecked(null).fields, number: "NO_MATCH" });
  const { entity } = reply;
  const number = textIn(entity, "rc_number");
  // It is about another business.
  if (number !== null && !isSame(claim.number, number)) return companyNotChecked(null);
  const { dateOfIncorporation: since } = claim;
  return judgedCompany({
    number: number === null ? "NOT_CHECKED" : "MATCH",
    businessName: compareBusinessName(claim.businessName, textIn(entity, "company_name")),
    dateOfIncorporation: since ? compareDate(since, textIn(entity, "date_of_registration")) : "NOT_CHECKED",
    active: isActive(entity),
  });
}

function isActive(entity: Entity): Comparison {
  const status = textIn(entity, "status")
    ?.toUpperCase()
    .replace(/[\s_-]+/g, " ");
  if (status === "ACTIVE") return "MATCH";
  return status === "NOT ACTIVE" || status === "INACTIVE" ? "NO_MATCH" : "NOT_CHECKED";
}

/** @throws Error where the register is not heard, or does not say all that is asked */
export async function findCompany(access: DojahAccess, number: string): Promise<Found<RegisteredCompany>> {
  const reply = await askFor(access, number);
  if (reply.kind === "silence") throw new Error(`Dojah did not answer: ${reply.why}`);
  if (reply.kind === "notFound") return null;
  const { entity } = reply;
  const [held, businessName, active] = [textIn(entity, "rc_number"), textIn(entity, "company_name"), isActive(entity)];
  if (!held || !isSame(number, held) || !businessName || active === "NOT_CHECKED") {
    throw new Error("Dojah did not answer: UNCLEAR");
  }
  return {
    registrationNumber: number,
    businessName,
    businessType: registers[partsOf(number).prefix ?? ""]?.businessType ?? null,
    dateOfIncorporation: dateIn(textIn(entity, "date_of_registration")),
    registeredAddress: textIn(entity, "address"),
    status: active === "MATCH" ? "ACTIVE" : "INACTIVE",
  };
}
