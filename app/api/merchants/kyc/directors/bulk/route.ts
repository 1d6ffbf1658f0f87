import { kycRoute } from "@/lib/edge/http/kyc-route";
import { keepIdentities } from "@/lib/lending/funding/borrowers/keep-identities";
import { addDirectors } from "@/lib/merchants/kyc/add-directors";
import { checkDirectors } from "@/lib/merchants/kyc/check-identities";
import { addDirectorsBody } from "@/lib/terms/kyc/schema";

export const POST = kycRoute({
  operationId: "addAccountDirectors",
  summary: "Add directors",
  description: "Adds all of them to the list, or none. A list has at most 20.",
  done: "Added",
  body: addDirectorsBody,
  idempotent: true,
  raises: "revisions.directors",
  prepare: ({ call, body }) => checkDirectors({ ...call, input: body.directors }),
  work: ({ call, body, prepared: checks }) =>
    addDirectors({ ...call, input: body.directors, checks, watch: keepIdentities }),
});
