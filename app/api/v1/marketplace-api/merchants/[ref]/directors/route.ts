import { secretKey } from "@/lib/http/auth";
import { refOf, route } from "@/lib/http/route";
import { saveDirectors } from "@/lib/kyc/save-directors";
import { directorsBody, directorsSaved } from "@/lib/kyc/schema";

export const POST = route({
  operationId: "saveDirectors",
  summary: "Save the directors",
  description:
    "Replaces the list. A director whose identity was already in it keeps its id and verification. If none is marked primary, the first is. Allowed while KYC is PENDING or REQUIRES_UPDATE.",
  auth: secretKey,
  rate: "write",
  body: directorsBody,
  idempotent: true,
  answers: { 200: { description: "Saved; identity numbers are masked", body: directorsSaved } },
  errors: ["NOT_FOUND", "KYC_NOT_EDITABLE", "CONNECTION_CLOSED"],
  handle: async ({ actor, body, params, now }) => ({
    status: 200,
    body: await saveDirectors({ actor, ref: refOf(params), input: body.directors, now }),
  }),
});
