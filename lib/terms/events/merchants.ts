import { z } from "zod";
import { connectionStatuses, disconnectors } from "@/lib/terms/connections";
import { at, event, id, moment } from "./event";

const connectionId = "con_01m82hrwp8fgjnsbtzjt6fe16d";

export const merchantEvents = {
  "merchant.created": event({
    summary: "A merchant was created through the API",
    description: "Keep `merchant.service_id`. Sent once, for the first call that creates the merchant.",
    payload: z.object({ connection_id: id("con") }),
    sample: { connection_id: connectionId },
  }),
  "merchant.disconnected": event({
    summary: "A merchant withdrew its consent, or its marketplace disconnected it",
    description:
      "Send no more data about the merchant and offer it nothing new: its tokens are dead. A debt does not end: go on deducting for `running_loans` and reporting it.",
    payload: z.object({
      connection_id: id("con"),
      reason: z
        .enum(disconnectors)
        .describe(
          "Who ended it: the MERCHANT withdrew, the MARKETPLACE asked for it, or the SERVICE archived the merchant",
        ),
      disconnected_at: moment,
      cancelled_funding_requests: z.array(id("fr")).describe("Requests that were not decided yet"),
      running_loans: z
        .array(id("loan"))
        .describe("Loans that go on until they are repaid. For each open offer loan.cancelled was sent"),
    }),
    sample: {
      connection_id: connectionId,
      reason: "MARKETPLACE",
      disconnected_at: at,
      cancelled_funding_requests: [],
      running_loans: ["loan_01m82hrwrt8qm59rnxm4cykxpj"],
    },
  }),
  "merchant.reconnected": event({
    summary: "A merchant that was disconnected has consented anew",
    description: "Data is accepted again. Earlier tokens stay invalid: redeem the code of the new consent.",
    payload: z.object({
      connection_id: id("con"),
      connection_status: z.enum(connectionStatuses).exclude(["DISCONNECTED"]),
      reconnected_at: moment,
    }),
    sample: { connection_id: connectionId, connection_status: "ACTIVE", reconnected_at: at },
  }),
};
