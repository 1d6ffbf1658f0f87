import { kycRoute } from "@/lib/edge/http/kyc-route";
import { keepIdentities } from "@/lib/lending/funding/borrowers/keep-identities";
import { addDirectors, forOne } from "@/lib/merchants/kyc/add-directors";
import { checkDirectors } from "@/lib/merchants/kyc/check-identities";
import { checkJourneyDirectors, saveJourneyDirectors } from "@/lib/merchants/kyc/save-journey-directors";
import { accountDirectorsBody, directorBody } from "@/lib/terms/kyc/schema";

export const POST = kycRoute({
  operationId: "addAccountDirector",
  summary: "Add a director",
  description: "Adds one to the list, which has at most 20. A primary one takes the place of who was.",
  done: "Added",
  body: directorBody,
  idempotent: true,
  raises: "revisions.directors",
  prepare: ({ call, body }) => forOne(checkDirectors({ ...call, input: [body] })),
  work: ({ call, body, prepared: checks }) =>
    forOne(addDirectors({ ...call, input: [body], checks, watch: keepIdentities })),
});

export const PUT = kycRoute({
  operationId: "saveAccountDirectors",
  summary: "Save the list of directors",
  description: "Replaces it. Directors named by id keep their identity number unless another is sent.",
  done: "Saved",
  body: accountDirectorsBody,
  revision: "revisions.directors",
  clears: ["directors"],
  prepare: ({ call, body }) => checkJourneyDirectors({ ...call, input: body.directors }),
  work: ({ call, body, basedOn, prepared: checks }) =>
    saveJourneyDirectors({ ...call, input: body.directors, checks, watch: keepIdentities, basedOn }),
});
