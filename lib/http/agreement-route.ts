import type { Actor } from "@/lib/actor";
import { readAgreement } from "@/lib/agreements/queries";
import { reachOf } from "@/lib/reach";
import type { Authenticator } from "./auth";
import { type Route, route } from "./route";

/** Downloads the agreement about a loan, for whoever reaches it. */
export function agreementRoute<A extends Actor>(operationId: string, auth: Authenticator<A>): Route {
  return route({
    operationId,
    summary: "Download a loan's agreement",
    description:
      "The PDF that accepting the loan made. `Repr-Digest` (RFC 9530) is its SHA-256, which the loan shows as `agreement.sha256`. 404 before acceptance, and for loans accepted before agreements were kept.",
    auth,
    rate: "read",
    answers: {
      200: {
        description: "The agreement, as a file",
        text: "application/pdf",
        headers: ["content-disposition", "repr-digest"],
      },
    },
    errors: ["NOT_FOUND"],
    handle: ({ actor, params }) => agreementFile(actor, params.loanId),
  });
}

/** The agreement about a loan, as a file. @throws CodedError NOT_FOUND */
export async function agreementFile(actor: Actor, loanId = "") {
  const { reference, pdf, sha256 } = await readAgreement(reachOf(actor), loanId);
  return {
    status: 200,
    text: pdf,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="agreement-${reference}.pdf"`,
      "repr-digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
    },
  };
}
