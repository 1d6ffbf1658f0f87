import { secretKey } from "@/lib/edge/http/auth";
import { namedRevisions, replacing } from "@/lib/edge/http/etag";
import { refOf, route } from "@/lib/edge/http/route";
import { keepIdentities } from "@/lib/lending/funding/borrowers/keep-identities";
import { checkDirectors } from "@/lib/merchants/kyc/check-identities";
import { saveDirectors } from "@/lib/merchants/kyc/save-directors";
import { directorsBody, directorsSaved } from "@/lib/terms/kyc/schema";

export const POST = route({
  operationId: "saveDirectors",
  summary: "Save the directors",
  description:
    "Replaces the list. A director whose identity was already in it keeps its id and verification. If none is marked primary, the first is. Allowed while KYC is PENDING or REQUIRES_UPDATE.",
  auth: secretKey,
  rate: "write",
  body: directorsBody,
  idempotent: true,
  ...replacing("revision", { description: "Saved; identity numbers are masked", body: directorsSaved }),
  errors: saveDirectors.errors,
  prepare: ({ actor, body, params, now }) => checkDirectors({ actor, ref: refOf(params), input: body.directors, now }),
  respond: ({ actor, body, params, prepared: checks, request, now }) =>
    saveDirectors({
      actor,
      ref: refOf(params),
      input: body.directors,
      checks,
      watch: keepIdentities,
      basedOn: namedRevisions(request),
      now,
    }),
});
