import { GET as getAccount } from "@/app/api/merchants/auth/me/route";
import { GET as searchBusinessCategories } from "@/app/api/merchants/kyc/business-categories/route";
import { GET as searchBusinessTypes } from "@/app/api/merchants/kyc/business-types/route";
import { GET as searchDocumentTypes } from "@/app/api/merchants/kyc/document-types/route";
import { GET as getAccountKycProgress } from "@/app/api/merchants/kyc/progress/route";
import type { Operation } from "@/lib/openapi/operation";

const auth = "/api/merchants/auth";
const kyc = "/api/merchants/kyc";

/** The operations of merchants' accounts, part of the list in operations.ts. */
export const accountOperations: Operation[] = [
  { method: "get", path: `${auth}/me`, route: getAccount },
  { method: "get", path: `${kyc}/progress`, route: getAccountKycProgress },
  { method: "get", path: `${kyc}/business-types`, route: searchBusinessTypes },
  { method: "get", path: `${kyc}/business-categories`, route: searchBusinessCategories },
  { method: "get", path: `${kyc}/document-types`, route: searchDocumentTypes },
];
