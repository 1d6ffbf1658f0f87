import { serve } from "inngest/edge";
import { maxBodyBytes, parseJson, readBody } from "@/lib/edge/http/body";
import { problemResponse } from "@/lib/edge/http/reply";
import { tasks } from "@/lib/edge/jobs/all-tasks";
import { inngestClient } from "@/lib/edge/jobs/inngest-client";
import { createFunctions } from "@/lib/edge/jobs/inngest-functions";
import { noteAnswered } from "@/lib/edge/jobs/note-calls";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { notFound } from "@/lib/kernel/errors";

export const dynamic = "force-dynamic";

let handler: ReturnType<typeof serve> | undefined;

/** Where Inngest calls in, signed. Closed unless Inngest is configured and this process does background work. */
async function answer(method: "GET" | "POST" | "PUT", request: Request): Promise<Response> {
  try {
    const client = env().jobs === "off" ? null : inngestClient();
    if (!client) throw notFound("address");
    // The dev server may know this machine by another name.
    const serveOrigin = client.mode === "cloud" ? env().baseUrl : undefined;
    handler ??= serve({ client, functions: createFunctions(client, tasks), serveOrigin, enableUnauthedSync: false });
    // Read here: the SDK would read a body of any size before it checks the signature.
    const bytes = method === "GET" ? null : await readBody(request, maxBodyBytes);
    if (bytes) parseJson(bytes);
    // Without a Host, the SDK takes no address at all.
    const headers = new Headers({ host: new URL(request.url).host, ...Object.fromEntries(request.headers) });
    const url = Object.assign(new URL(request.url), { host: headers.get("host") });
    const response = await handler(new Request(url, { method, headers, body: bytes && Buffer.from(bytes) }));
    if (client.mode === "cloud") await noteAnswered(request, response.status, now());
    return response;
  } catch (error) {
    return problemResponse(error, request);
  }
}

export const GET = (request: Request) => answer("GET", request);
export const POST = (request: Request) => answer("POST", request);
export const PUT = (request: Request) => answer("PUT", request);
