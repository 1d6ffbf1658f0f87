import { z } from "zod";
import { keepWebhook } from "@/lib/demo/webhooks";
import { CodedError } from "@/lib/errors";
import { anyone } from "@/lib/http/auth";
import { maxBodyBytes, parseBody, readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { isGenuine } from "@/lib/sandbox/receiver";
import { requireSandbox } from "@/lib/sandbox/require-sandbox";

export const POST = route({
  operationId: "sandboxReceiver",
  summary: "The demo marketplace's own webhook receiver",
  description:
    "Checks the signature, keeps the event for the /demo page and acknowledges it. Register another address to receive the events yourself.",
  auth: anyone,
  rate: null,
  body: z.unknown(),
  rawBody: true,
  answers: { 204: { description: "Acknowledged" } },
  errors: ["NOT_FOUND", "UNAUTHENTICATED", "MALFORMED_JSON"],
  handle: async ({ request, realNow }) => {
    requireSandbox(request.headers);
    const bytes = await readBody(request, maxBodyBytes);
    if (!(await isGenuine(request.headers, new TextDecoder().decode(bytes)))) {
      throw new CodedError("UNAUTHENTICATED", "The signature does not belong to this body.");
    }
    await keepWebhook({ body: parseBody(bytes, request.headers), realNow });
    return { status: 204 };
  },
});
