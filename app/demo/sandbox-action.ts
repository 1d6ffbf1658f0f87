import { headers } from "next/headers";
import type { z } from "zod";
import { type Refusal, runAction } from "@/lib/edge/http/actions/run-action";
import { validate } from "@/lib/edge/http/body";
import * as clock from "@/lib/kernel/clock";
import type { RealTime } from "@/lib/kernel/time";
import { requireSandbox } from "@/lib/sandbox/test-helpers/require-sandbox";

/** Makes a server action of the demo's pages, which exist in the sandbox alone; whoever asks need not sign in. `what`: what is sent, in a word. */
export function sandboxAction<S extends z.ZodType, Result>(
  what: string,
  input: S,
  work: (given: z.output<S>, realNow: RealTime) => Promise<Result>,
): (given: unknown) => Promise<Result | Refusal> {
  return (given) =>
    runAction(async () => {
      requireSandbox(await headers());
      return work(validate(input, given, what), clock.now());
    });
}
