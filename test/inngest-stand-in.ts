import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { canonical, signature } from "@/test/inngest/signature";

const op = z.object({
  id: z.string(),
  op: z.string(),
  name: z.string().optional(),
  displayName: z.string().optional(),
  data: z.unknown(),
  error: z.unknown().optional(),
});
/** What a function asks Inngest to note or to do. */
export type Op = z.infer<typeof op>;

const sentEvent = z.object({ id: z.string().optional(), name: z.string(), data: z.record(z.string(), z.unknown()) });
type SentEvent = z.infer<typeof sentEvent>;

/** Inngest's side of the conversation, for tests: takes events and checkpoints on 127.0.0.1. */
export async function startInngestStandIn() {
  const seen = { requests: [] as { eventKey: string; events: SentEvent[] }[], checkpoints: [] as Op[][] };
  const held: (() => void)[] = [];
  const state = { down: false, holding: false, refused: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const path = request.url ?? "";
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (state.holding) await new Promise<void>((resolve) => held.push(resolve));
    if (state.down) {
      state.refused += 1;
      return void answer(503, { error: "down", status: 503 });
    }
    if (path.startsWith("/e/")) {
      const events = z.array(sentEvent).parse(JSON.parse(text));
      seen.requests.push({ eventKey: path.slice(3), events });
      return void answer(200, { ids: events.map((_, i) => `event-${i}`), status: 200 });
    }
    if (path.startsWith("/v1/checkpoint/")) {
      seen.checkpoints.push(z.object({ steps: z.array(op) }).parse(JSON.parse(text)).steps);
      return void answer(200, {});
    }
    answer(404, { error: "not found", status: 404 });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: seen.requests,
    checkpoints: seen.checkpoints,
    events: () => seen.requests.flatMap(({ events }) => events),
    forget() {
      seen.requests.length = 0;
      seen.checkpoints.length = 0;
    },
    /** From here on it refuses everything, or works again. */
    setDown(down: boolean) {
      state.down = down;
    },
    /** How many requests it has refused while it was down. */
    refused: () => state.refused,
    /** Lets requests wait for their answers, until released. */
    hold() {
      state.holding = true;
    },
    release() {
      state.holding = false;
      for (const go of held.splice(0)) go();
    },
    async stop() {
      this.release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Handler = (request: Request) => Promise<Response>;
type Answer = { status: number; ops: Op[]; result: unknown; text: string };

/**
 * One run of a function, driven as Inngest drives it: every call carries the results so far, every answer holds the next
 * operation or, at the end, the function's result.
 */
export class InngestRun {
  private readonly steps: Record<string, { type: "data"; data: unknown }> = {};
  private readonly stack: string[] = [];
  private attempt = 0;

  constructor(
    private readonly post: Handler,
    private readonly signingKey: string,
    private readonly functionId: string,
    private readonly event: { name: string; data: Record<string, unknown> },
    private readonly checkpointing = false,
    private readonly runId = "01J00000000000000000000RUN",
  ) {}

  /** Calls the function once and notes what it answers, so that the next call goes on from there. */
  async call(): Promise<Answer> {
    const event = { id: "01J0000000000000000000EVNT", ts: 1, ...this.event };
    const ids = this.checkpointing ? { fn_id: "0b0f3a2c-0000-4000-8000-000000000001", qi_id: "item-1" } : {};
    const body = canonical({
      event,
      events: [event],
      steps: this.steps,
      version: 2,
      ctx: {
        run_id: this.runId,
        attempt: this.attempt,
        max_attempts: 4,
        stack: { stack: this.stack, current: this.stack.length },
        ...ids,
      },
    });
    const response = await this.post(
      new Request(`http://localhost:3000/api/inngest?fnId=financing-${this.functionId}&stepId=step`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-inngest-signature": signature(this.signingKey, body) },
        body,
      }),
    );
    const text = await response.text();
    const answer: unknown = text ? JSON.parse(text) : null;
    if (response.status !== 206) return { status: response.status, ops: [], result: answer, text };
    const ops = z.array(op).parse(answer);
    for (const found of ops) this.note(found);
    return { status: 206, ops, result: null, text };
  }

  /** The next operation, of which there must be one. */
  async next(): Promise<Op> {
    const { status, ops, text } = await this.call();
    const [first] = ops;
    if (!first || ops.length > 1) throw new Error(`Expected one operation, got ${status} ${text}`);
    return first;
  }

  private note(found: Op): void {
    if (found.op === "StepError") {
      this.attempt += 1;
      return;
    }
    this.attempt = 0;
    this.steps[found.id] = { type: "data", data: found.data ?? null };
    this.stack.push(found.id);
  }
}
