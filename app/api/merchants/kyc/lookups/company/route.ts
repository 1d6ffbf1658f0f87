import { companyRoute, inAccount } from "@/app/api/merchants/kyc/lookups/lookup-routes";

export const POST = companyRoute("lookUpCompany", inAccount);
