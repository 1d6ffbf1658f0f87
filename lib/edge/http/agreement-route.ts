import { arrayBuffer } from "node:stream/consumers";
import type { Actor, Caller } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { openSignedForm } from "@/lib/lending/transfers/mandates/open-signed-form";
import { receiptFile } from "@/lib/lending/transfers/payments/make-receipt";
import { readAgreement } from "@/lib/loans/agreements/queries";
import type { Authenticator } from "./auth";
import type { Params } from "./declaration";
import { type Route, route } from "./route";

/** For whoever reaches the loan. `actorOf`: who is at work for the caller, inside a tenant. */
export function agreementRoute<C extends Caller>(
  operationId: string,
  auth: Authenticator<C>,
  actorOf: (call: { actor: C; params: Params; realNow: RealTime }) => Actor | Promise<Actor>,
): Route {
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
    handle: async (call) => agreementFile(await actorOf(call), call.params.loanId),
  });
}

/** For whoever reaches the loan. `actorOf`: who is at work for the caller, inside a tenant, and when it is there. */
export function receiptRoute<C extends Caller>(
  operationId: string,
  auth: Authenticator<C>,
  actorOf: (call: { actor: C; params: Params; now: BusinessTime; realNow: RealTime }) => AtWork | Promise<AtWork>,
): Route {
  return route({
    operationId,
    summary: "Download the receipt of a payment",
    description:
      "A PDF: what was paid from the merchant's account, ordered by it or debited for arrears, and how the loan stood after it. 404 until the payment is CONFIRMED.",
    auth,
    rate: "read",
    answers: {
      200: { description: "The receipt, as a file", text: "application/pdf", headers: ["content-disposition"] },
    },
    errors: ["NOT_FOUND"],
    handle: async (call) => {
      const { actor, now } = await actorOf(call);
      const { loanId = "", paymentId = "" } = call.params;
      return receiptFile({ reach: reachOf(actor), loanId, paymentId, now });
    },
  });
}

type AtWork = Call<object>;

export async function agreementFile(actor: Actor, loanId = "") {
  return agreementReply(await readAgreement(reachOf(actor), loanId));
}

export function agreementReply({ reference, pdf, sha256 }: Awaited<ReturnType<typeof readAgreement>>) {
  return {
    status: 200,
    text: pdf,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="agreement-${reference}.pdf"`,
      "repr-digest": reprDigest(sha256),
    },
  };
}

/** Whole before it is sent: only its end shows that the bytes are those that were stored. */
export async function signedFormFile(call: Parameters<typeof openSignedForm>[0]) {
  const { name, sha256, content } = await openSignedForm(call);
  return {
    status: 200,
    text: new Uint8Array(await arrayBuffer(content)),
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="${name}"`,
      "repr-digest": reprDigest(sha256),
    },
  };
}

function reprDigest(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`;
}
