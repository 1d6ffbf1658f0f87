import { z } from "zod";
import { CodedError } from "@/lib/errors";
import { anyone } from "@/lib/http/auth";
import { maxBodyBytes, readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { requireSandbox } from "@/lib/sandbox/info";
import { isGenuine } from "@/lib/sandbox/receiver";

export const POST = route({
  operationId: "sandboxReceiver",
  summary: "The demo marketplace's own webhook receiver",
  description: "Checks the signature and acknowledges. Register another address to receive the events yourself.",
  auth: anyone,
  rate: null,
  body: z.unknown(),
  rawBody: true,
  answers: { 204: { description: "Acknowledged" } },
  errors: ["NOT_FOUND", "UNAUTHENTICATED"],
  handle: async ({ request }) => {
    requireSandbox();
    const body = new TextDecoder().decode(await readBody(request, maxBodyBytes));
    if (!(await isGenuine(request.headers, body))) {
      throw new CodedError("UNAUTHENTICATED", "The signature does not belong to this body.");
    }
    return { status: 204 };
  },
});
