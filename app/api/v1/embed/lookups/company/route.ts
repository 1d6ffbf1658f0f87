import { companyRoute, inJourney } from "@/app/api/merchants/kyc/lookups/lookup-routes";

export const POST = companyRoute("lookUpJourneyCompany", inJourney);
