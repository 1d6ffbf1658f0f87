import { merchantToken } from "@/lib/edge/http/account-token";
import type { Authenticator } from "@/lib/edge/http/auth";
import { embedToken } from "@/lib/edge/http/embed-token";
import { type Route, route } from "@/lib/edge/http/route";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import type { ActingMerchant } from "@/lib/merchants/kyc/provenance";
import { lookUpCompany } from "@/lib/merchants/registers/look-up-company";
import { lookUpPerson } from "@/lib/merchants/registers/look-up-person";
import { companyFound, companyLookupBody, personFound, personLookupBody } from "@/lib/terms/lookups";
import type { PersonRegister } from "@/lib/terms/providers";

/** Where look-ups are asked for, and by which phone number somebody is known there. */
type Area<A> = { auth: Authenticator<A>; known: string; errors: readonly ErrorCode[] };

const inAccount = {
  auth: merchantToken,
  known: "the account's verified phone number",
  errors: ["PHONE_NOT_VERIFIED"],
} satisfies Area<ActingMerchant>;

const inJourney = {
  auth: embedToken,
  known: "the phone number that the marketplace gave for the merchant",
  errors: [],
} satisfies Area<ActingMerchant>;

const refusals = ["NOT_FOUND", "KYC_NOT_EDITABLE", "CONNECTION_CLOSED"] as const;

/** Looks a person up by the number of a register. */
function personRoute<A extends ActingMerchant>(
  operationId: string,
  identityType: PersonRegister,
  { auth, known, errors }: Area<A>,
): Route {
  return route({
    operationId,
    summary: `Look up a ${identityType}`,
    description: `What the register says, to fill in a director with. Only for the person itself: 404 unless the register's phone number is ${known}, as for a number that nobody has. At most 10 look-ups a day; 503 when no register answers.`,
    auth,
    rate: "write",
    body: personLookupBody,
    answers: { 200: { description: "Who has the number", body: personFound } },
    errors: [...errors, ...refusals],
    respond: ({ actor, body: input, now, realNow }) => lookUpPerson({ actor, identityType, input, now, realNow }),
  });
}

function companyRoute<A extends ActingMerchant>(operationId: string, { auth }: Area<A>): Route {
  return route({
    operationId,
    summary: "Look up a registration number",
    description:
      "What the register of the Corporate Affairs Commission says, to fill in business information with. At most 10 look-ups a day; 503 when no register answers.",
    auth,
    rate: "write",
    body: companyLookupBody,
    answers: { 200: { description: "What is registered under the number", body: companyFound } },
    errors: refusals,
    respond: ({ actor, body: input, now, realNow }) => lookUpCompany({ actor, input, now, realNow }),
  });
}

export const lookups = {
  journey: {
    bvn: personRoute("lookUpJourneyBvn", "BVN", inJourney),
    nin: personRoute("lookUpJourneyNin", "NIN", inJourney),
    company: companyRoute("lookUpJourneyCompany", inJourney),
  },
  account: {
    bvn: personRoute("lookUpBvn", "BVN", inAccount),
    nin: personRoute("lookUpNin", "NIN", inAccount),
    company: companyRoute("lookUpCompany", inAccount),
  },
};
