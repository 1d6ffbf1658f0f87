import { z } from "zod";
import { operation } from "./call";
import type { Faults } from "./faults";
import { Refusal, type Registered, readRegistration } from "./functions";
import { type Received, readEvents } from "./intake";
import type { Run } from "./run";
import { bearerOf } from "./signature";

/** What is behind the server's addresses. */
type Behind = {
  options: { eventKey: string; signingKey: string };
  faults: Faults;
  requests: number;
  newId: (kind: string) => string;
  receive: (sent: readonly Received[]) => void;
  keep: (functions: Registered[]) => void;
  running: (runId: string) => Run | undefined;
  note: (run: Run, jobId: string, reported: readonly { id: string; data: unknown }[]) => void;
};

const checkpoint = z.object({ run_id: z.string(), fn_id: z.string(), qi_id: z.string(), steps: z.array(operation) });

/** What the server answers to the app: events, registration, and steps reported while a call goes on. */
export async function answerRequest(server: Behind, request: Request): Promise<Response> {
  try {
    if (server.faults.held) await server.faults.held;
    if (server.faults.down) throw new Refusal(503, "down");
    const { pathname } = new URL(request.url);
    const [, first = "", second = "", run = "", last = ""] = pathname.split("/");
    if (request.method !== "POST") throw new Refusal(404, "not found");
    if (first === "e") return await events(server, request, second);
    if (request.headers.get("authorization") !== bearerOf(server.options.signingKey))
      throw new Refusal(401, "Unauthorized");
    if (pathname === "/fn/register") return await registration(server, request);
    if (`${first}/${second}` === "v1/checkpoint" && last === "async") return await steps(server, request, run);
    throw new Refusal(404, "not found");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Response.json({ error: error.message, status: error.status }, { status: error.status });
  }
}

async function events(server: Behind, request: Request, key: string): Promise<Response> {
  if (decodeURIComponent(key) !== server.options.eventKey) throw new Refusal(401, "Event key not found");
  const seed = request.headers.get("x-inngest-event-id-seed") ?? server.newId("seed");
  const sent = readEvents(await request.text(), seed, Date.now());
  server.requests += 1;
  if (!server.faults.loses) server.receive(sent);
  return Response.json({ ids: sent.map(({ event }) => event.id), status: 200 });
}

async function registration(server: Behind, request: Request): Promise<Response> {
  server.keep(readRegistration(await request.json()).functions);
  return Response.json({ ok: true, modified: true });
}

async function steps(server: Behind, request: Request, runId: string): Promise<Response> {
  const { steps, qi_id } = checkpoint.parse(await request.json());
  const run = server.running(runId);
  if (!run) throw new Refusal(400, "the run is not there");
  const odd = steps.find(({ op }) => op !== "StepRun");
  if (odd) throw new Refusal(400, `cannot checkpoint ${odd.op}`);
  server.note(run, qi_id, steps);
  return Response.json({});
}
