import type { BusinessInfo } from "@/lib/terms/kyc/schema";

/** 8 to 14 digits, whatever stands between them; one digit over and over is nobody's. */
const taxNumber = /^(?:TIN)?(?!(\d)\1+$)\d{8,14}$/;

/** As the Corporate Affairs Commission numbers companies, business names, trustees and partnerships, or the digits only. */
const commissionNumber = /^(?:CAC)?(?:(?:RC|BN|IT|LP|LLP)(?:NO)?\d{1,8}|(?:NO)?\d{3,8})$/;

/** Cooperatives are registered by the states, each with numbers of its own. */
const stateNumber = /\d{2}/;

type Numbers = Pick<BusinessInfo, "businessType" | "registrationNumber" | "taxNumber">;

/** The numbers of a business that are of no shape known to be issued (docs/kyc.md#plausible-numbers). */
export function implausibleNumbers(info: Numbers): ("registrationNumber" | "taxNumber")[] {
  const shapes = {
    registrationNumber: info.businessType === "COOPERATIVE" ? stateNumber : commissionNumber,
    taxNumber,
  };
  return (["registrationNumber", "taxNumber"] as const).filter((field) => {
    const plain = (info[field] ?? "").toUpperCase().replace(/[\s./\\_:#()-]/g, "");
    return plain !== "" && !shapes[field].test(plain);
  });
}
