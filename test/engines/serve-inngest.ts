import { vi } from "vitest";
import { InngestServer } from "@/test/inngest/server";

const base = "http://inngest.test";

/** The environment of a test file for Inngest, to be set before anything reads it. */
export const inngestEnvironment = {
  INNGEST_EVENT_KEY: "event-key-of-the-tests",
  INNGEST_SIGNING_KEY: "signkey-test-5f6d7a2b9c3e4f10",
  INNGEST_BASE_URL: base,
  JOBS: "on",
};

/**
 * Inngest's server before the route of this app, which has registered with it. Until `stop`, requests to it come here.
 */
export async function serveInngest(): Promise<{ server: InngestServer; stop: () => void }> {
  const { POST, PUT } = await import("@/app/api/inngest/route");
  const server = new InngestServer({
    eventKey: inngestEnvironment.INNGEST_EVENT_KEY,
    signingKey: inngestEnvironment.INNGEST_SIGNING_KEY,
    app: (request) => (request.method === "PUT" ? PUT(request) : POST(request)),
    address: "http://localhost:3000/api/inngest",
  });
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    return request.url.startsWith(base) ? server.fetch(request) : fetch(input, init);
  });
  await server.register();
  return { server, stop: () => vi.unstubAllGlobals() };
}
