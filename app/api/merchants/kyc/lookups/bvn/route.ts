import { inAccount, personRoute } from "@/app/api/merchants/kyc/lookups/lookup-routes";

export const POST = personRoute("lookUpBvn", "BVN", inAccount);
