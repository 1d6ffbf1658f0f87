import { inJourney, personRoute } from "@/app/api/merchants/kyc/lookups/lookup-routes";

export const POST = personRoute("lookUpJourneyBvn", "BVN", inJourney);
