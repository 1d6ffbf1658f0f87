import type { BusinessType, Kind } from "@/lib/terms/merchants/business-kinds";
import { keysOf } from "@/lib/terms/table";

export const documentKinds = {
  CAC_CERTIFICATE: {
    name: "CAC certificate",
    description: "Certificate of incorporation or of a business name, from the Corporate Affairs Commission.",
    words:
      "certificate of incorporation, business name certificate, registration certificate, rc, bn, cac, status report",
  },
  TAX_CERTIFICATE: {
    name: "Tax certificate",
    description: "Tax clearance, or proof of the tax identification number.",
    words: "tin, tax clearance, tcc, firs, jtb, nrs, tax id, vat",
  },
  MEMORANDUM_AND_ARTICLES: {
    name: "Memorandum and articles",
    description: "Memorandum and articles of association, as filed with the Corporate Affairs Commission.",
    words: "memart, mermat, articles of association, constitution, memorandum",
  },
  BUSINESS_PERMIT: {
    name: "Business permit",
    description: "Permit or licence of the local government, or of the authority for the trade.",
    words: "licence, license, local government permit, nafdac, trade permit, market permit, shop permit",
  },
  BANK_STATEMENT: {
    name: "Bank statement",
    description: "Statement of the business's account of the last six months.",
    words: "statement of account, account statement, bank, opay statement, moniepoint statement",
  },
  FINANCIAL_STATEMENT: {
    name: "Financial statement",
    description: "Balance sheet and income statement, audited where the law asks for it.",
    words: "audited accounts, balance sheet, profit and loss, income statement, annual accounts",
  },
  UTILITY_BILL: {
    name: "Utility bill",
    description: "Bill for electricity, water or waste at the business's address, of the last three months.",
    words: "nepa bill, phcn, electricity bill, light bill, water bill, lawma, waste bill, prepaid receipt",
  },
  PROOF_OF_ADDRESS: {
    name: "Proof of address",
    description: "Tenancy agreement, receipt of rent, or another paper with the business's address.",
    words: "rent receipt, tenancy agreement, lease, shop receipt, address, house rent",
  },
  ID_CARD: {
    name: "ID card",
    description: "National identity card or slip, or voter's card, of the owner.",
    words: "national id, nin slip, voter's card, pvc, nimc, identity card, means of identification",
  },
  PASSPORT: {
    name: "Passport",
    description: "Data page of the owner's international passport.",
    words: "international passport, travel document, data page",
  },
  DRIVERS_LICENSE: {
    name: "Driver’s licence",
    description: "The owner's driver's licence, front and back.",
    words: "driving licence, drivers license, frsc, permit to drive",
  },
  DIRECTOR_ID: {
    name: "Director’s ID card",
    description: "National identity card or slip, or voter's card, of a director.",
    words: "national id, nin slip, voter's card, pvc, identity card, owner id",
  },
  DIRECTOR_PASSPORT: {
    name: "Director’s passport",
    description: "Data page of a director's international passport.",
    words: "international passport, data page",
  },
  DIRECTOR_BVN: {
    name: "Director’s BVN slip",
    description: "Bank's printout of a director's bank verification number.",
    words: "bvn, bank verification number, bvn printout",
  },
} satisfies Record<string, Kind>;

export type DocumentType = keyof typeof documentKinds;
export const documentTypes = keysOf(documentKinds);

/** Without one of these, the KYC of a registered business cannot be submitted. */
const registrationProofs = [
  "CAC_CERTIFICATE",
  "BUSINESS_PERMIT",
  "TAX_CERTIFICATE",
  "MEMORANDUM_AND_ARTICLES",
] as const satisfies readonly DocumentType[];

/** What proves a business that no register has to know. */
const proofsWithoutRegister = [
  "ID_CARD",
  "UTILITY_BILL",
  "BANK_STATEMENT",
  ...registrationProofs,
] as const satisfies readonly DocumentType[];

export function needsNoRegistration(businessType: BusinessType | null): boolean {
  return businessType === "UNREGISTERED" || businessType === "SOLE_PROPRIETORSHIP";
}

/** The types of document of which KYC needs one; null: the kind of business is not known yet. */
export function businessProofs(businessType: BusinessType | null): readonly DocumentType[] {
  return needsNoRegistration(businessType) ? proofsWithoutRegister : registrationProofs;
}
