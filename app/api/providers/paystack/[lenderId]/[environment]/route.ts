import { z } from "zod";
import { railSignature } from "@/lib/edge/http/rail-signature";
import { route } from "@/lib/edge/http/route";
import { askNow } from "@/lib/lending/transfers/ask-now";
import { referencesIn } from "@/lib/platform/providers/paystack/webhook";

const event = z
  .looseObject({ event: z.string(), data: z.looseObject({}) })
  .meta({ sample: { event: "transfer.success", data: { reference: "k3m9q7x2v5t8w1z4" } } });

export const POST = route({
  operationId: "receivePaystackEvent",
  summary: "Hear from Paystack that there is something to ask",
  description:
    "What an event says is no fact: it makes the transfer, debit or mandate of this lender's that it names due to be " +
    "asked about. Of anything else nothing follows, and the answer is the same. What is never told is asked for all the " +
    "same, later.",
  auth: railSignature,
  rate: "write",
  documentedBody: event,
  maxBody: 128 * 1024,
  answers: { 200: { description: "Heard" } },
  respond: ({ actor: { railId }, bytes, now }) => {
    const about = referencesIn(new TextDecoder().decode(bytes));
    return askNow({ railId, about, now });
  },
});
