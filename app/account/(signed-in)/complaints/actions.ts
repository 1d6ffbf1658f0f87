"use server";

import { merchantAction } from "@/lib/edge/http/actions/account-action";
import { makeComplaint } from "@/lib/lending/complaints/make-complaint";
import { makeComplaintBody } from "@/lib/lending/complaints/schema";

export const complain = merchantAction({
  name: "complain",
  input: makeComplaintBody,
  work: ({ actor, input, now }) => makeComplaint({ actor, merchantId: actor.merchantId, input, now }),
});
