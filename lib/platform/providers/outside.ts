import { requireOutsideTransaction } from "@/db/client";
import { isCounting, note, secondsSince } from "@/lib/platform/metrics/metrics";

type Party = Record<string, ((...given: never[]) => unknown) | true | undefined>;

/** Its methods throw inside a transaction, synchronously: callers that await in a `try` start the call before it. */
export function outside<P extends Party>(name: string, party: P): P {
  return new Proxy(party, {
    get(target, key) {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== "function") return method;
      return (...given: unknown[]) => {
        requireOutsideTransaction(`${name}.${String(key)}`);
        const answer: unknown = method.apply(target, given);
        if (isCounting() && unasked.has(name) && answer instanceof Promise) void timed(name, answer);
        return answer;
      };
    },
  });
}

/** Those that are not asked by `askJson`, which counts by status. */
const unasked = new Set(["mail", "sms", "storage"]);

async function timed(provider: string, answer: Promise<unknown>): Promise<void> {
  const started = performance.now();
  const outcome = await answer.then(
    () => "ok",
    () => "failed",
  );
  note("mfis_outside_calls_total", { provider, outcome });
  note("mfis_outside_call_duration_seconds", { provider }, secondsSince(started));
}
