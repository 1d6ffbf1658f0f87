import { keepIdentities } from "@/lib/borrowers/keep-identities";
import { kycRoute } from "@/lib/http/kyc-route";
import { addDirectors } from "@/lib/kyc/add-directors";
import { checkDirectors } from "@/lib/kyc/check-identities";
import { addDirectorsBody } from "@/lib/kyc/schema";

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
