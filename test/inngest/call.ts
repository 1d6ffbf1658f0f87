import { z } from "zod";
import type { Registered } from "./functions";
import type { ServerEvent } from "./intake";
import { canonical, isSigned, signature } from "./signature";

/** What the app answers to a request, as its route does. */
export type App = (request: Request) => Promise<Response>;

/** One operation that a function asks for, or reports. */
export const operation = z.object({
  id: z.string(),
  op: z.string(),
  name: z.string().nullish(),
  displayName: z.string().nullish(),
  opts: z.record(z.string(), z.unknown()).nullish(),
  data: z.unknown(),
  error: z.unknown().optional(),
});
export type Operation = z.output<typeof operation>;

/** As an SDK reports what was thrown. */
const thrown = z.object({ name: z.string(), message: z.string() });
export type Thrown = z.output<typeof thrown>;

export type StepResult = { data: unknown } | { error: Thrown };

/** What a call is about. */
export type Asked = {
  fn: Registered;
  runId: string;
  event: ServerEvent;
  /** In the order in which they ended. */
  steps: ReadonlyMap<string, StepResult | null>;
  stepId: string;
  attempt: number;
  version: number;
  jobId: string;
};

/** How a call ended. `again`: whether it may be tried again, or from which moment on. */
export type Answer =
  | { kind: "operations"; operations: Operation[]; version: number; again: boolean | Date }
  | { kind: "result"; result: unknown }
  | { kind: "failed"; error: Thrown; again: boolean | Date };

/** Calls a function of the app once, signed, and reads the answer as the server does. Never throws. */
export async function callApp(app: App, signingKey: string, asked: Asked): Promise<Answer> {
  try {
    return await read(await app(requestOf(signingKey, asked)), signingKey);
  } catch (error) {
    return failed("Unable to reach SDK URL", error instanceof Error ? error.message : String(error));
  }
}

function failed(name: string, message: string, again: boolean | Date = true): Answer {
  return { kind: "failed", error: { name, message }, again };
}

function requestOf(signingKey: string, asked: Asked): Request {
  const { fn, runId, event, steps, stepId, attempt, version, jobId } = asked;
  const url = new URL(fn.url);
  url.searchParams.set("stepId", stepId);
  const stack = [...steps.keys()];
  const body = canonical({
    event,
    events: [event],
    steps: Object.fromEntries(steps),
    defers: {},
    version,
    use_api: false,
    ctx: {
      fn_id: "0b0f3a2c-0000-4000-8000-000000000001",
      run_id: runId,
      env: "",
      step_id: stepId,
      attempt,
      max_attempts: fn.attempts,
      stack: { stack, current: stack.length },
      qi_id: jobId,
      disable_immediate_execution: false,
      use_api: false,
    },
  });
  const headers = {
    ...headersFor(fn.url, signature(signingKey, body)),
    "x-inngest-req-version": String(version),
    "x-run-id": runId,
  };
  return new Request(url, { method: "POST", headers, body });
}

/** What every call of the app has. */
export function headersFor(address: string, signed: string) {
  return { host: new URL(address).host, "content-type": "application/json", "x-inngest-signature": signed };
}

async function read(response: Response, signingKey: string): Promise<Answer> {
  const text = await response.text();
  const { status, headers } = response;
  const isSdk = headers.has("x-inngest-sdk");
  const again = mayTryAgain(headers);
  if (status < 200 || status > 299) {
    const error = isSdk ? thrown.safeParse(json(text)).data : undefined;
    return { kind: "failed", error: error ?? { name: "Error", message: `invalid status code: ${status}` }, again };
  }
  if (!isSdk) return failed("not_sdk", "The response did not come from an Inngest SDK");
  // An answer to somebody else's question must not end a run.
  if (!isSigned(signingKey, text, headers.get("x-inngest-signature"))) return failed("not_signed", "not signed");
  if (status !== 206) return { kind: "result", result: json(text) };
  const operations = z.array(operation).parse(json(text));
  return { kind: "operations", operations, version: Number(headers.get("x-inngest-req-version")), again };
}

function mayTryAgain(headers: Headers): boolean | Date {
  if (headers.get("x-inngest-no-retry") === "true") return false;
  const after = headers.get("retry-after");
  if (after === null) return true;
  return /^\d+$/.test(after) ? new Date(Date.now() + Number(after) * 1000) : new Date(after);
}

function json(text: string): unknown {
  return text === "" ? null : JSON.parse(text);
}

/** The error of a step that has failed, as it is handed to the function. */
export function errorOf({ error }: Operation): Thrown {
  return thrown.safeParse(error).data ?? { name: "Error", message: "a step failed" };
}
