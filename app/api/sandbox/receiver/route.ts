import { z } from "zod";
import { anyone } from "@/lib/edge/http/auth";
import { maxBodyBytes, parseBody, readBody } from "@/lib/edge/http/body";
import { route } from "@/lib/edge/http/route";
import { CodedError } from "@/lib/kernel/errors";
import { keepWebhook } from "@/lib/sandbox/demo/webhooks";
import { addresseeOf, isMistrusted } from "@/lib/sandbox/test-helpers/receiver";
import { requireSandbox } from "@/lib/sandbox/test-helpers/require-sandbox";

export const POST = route({
  operationId: "sandboxReceiver",
  summary: "The sandbox's own webhook receiver",
  description:
    "Checks the signature, keeps the demo marketplace's events for the /demo page and acknowledges them; some of the other marketplace's it refuses, as a receiver with a fault does. Register another address to receive the events yourself.",
  auth: anyone,
  rate: null,
  body: z.unknown(),
  rawBody: true,
  answers: { 204: { description: "Acknowledged" } },
  errors: ["NOT_FOUND", "UNAUTHENTICATED", "MALFORMED_JSON"],
  handle: async ({ request, realNow }) => {
    requireSandbox(request.headers);
    const bytes = await readBody(request, maxBodyBytes);
    const addressee = await addresseeOf(request.headers, new TextDecoder().decode(bytes));
    if (!addressee || (addressee === "showcase" && isMistrusted(request.headers))) {
      throw new CodedError("UNAUTHENTICATED", "The signature does not belong to this body.");
    }
    if (addressee === "showcase") return { status: 204 };
    await keepWebhook({ body: parseBody(bytes, request.headers), realNow });
    return { status: 204 };
  },
});
