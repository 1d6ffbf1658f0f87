import { merchantToken } from "@/lib/edge/http/account-token";
import type { Authenticator } from "@/lib/edge/http/auth";
import { embedToken } from "@/lib/edge/http/embed-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { type Route, route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { makeComplaint } from "@/lib/lending/complaints/make-complaint";
import { listOwnComplaints } from "@/lib/lending/complaints/queries";
import { complaintAnswer, complaintList, makeComplaintBody } from "@/lib/lending/complaints/schema";
import type { ActingMerchant } from "@/lib/merchants/kyc/provenance";

type Named = { operationId: string; summary: string };

function making<A extends ActingMerchant>(auth: Authenticator<A>, named: Named): Route {
  return route({
    ...named,
    description:
      "About one of the merchant's loans, or anything else. It has a number and a deadline at once, of which a mail tells, too. The same words again, while they wait for an answer, are the same complaint.",
    auth,
    rate: "write",
    body: makeComplaintBody,
    answers: { 200: { description: "As it stands", body: complaintAnswer } },
    errors: makeComplaint.errors,
    respond: ({ actor, body: input, now }) => makeComplaint({ actor, merchantId: actor.merchantId, input, now }),
  });
}

function listing<A extends ActingMerchant>(auth: Authenticator<A>, named: Named): Route {
  return route({
    ...named,
    description: "Newest first, each with its state and, once there is one, the answer.",
    auth,
    rate: "read",
    query: pageQuery,
    answers: { 200: { description: "A page of complaints", body: complaintList } },
    respond: ({ actor, query }) => listOwnComplaints(reachOf(actor), query),
  });
}

export const complaints = {
  journey: {
    make: making(embedToken, { operationId: "makeJourneyComplaint", summary: "Complain in the journey" }),
    list: listing(embedToken, { operationId: "listJourneyComplaints", summary: "List the merchant's complaints" }),
  },
  account: {
    make: making(merchantToken, { operationId: "makeAccountComplaint", summary: "Complain" }),
    list: listing(merchantToken, { operationId: "listAccountComplaints", summary: "List complaints" }),
  },
};
