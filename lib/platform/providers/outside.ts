import { requireOutsideTransaction } from "@/db/client";
import { watchCall } from "@/lib/platform/egress/watch-call";

type Party = Record<string, ((...given: never[]) => unknown) | true | undefined>;

/** Its methods throw inside a transaction, synchronously: callers that await in a `try` start the call before it. */
export function outside<P extends Party>(name: string, party: P): P {
  return new Proxy(party, {
    get(target, key) {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== "function") return method;
      return (...given: unknown[]) => {
        requireOutsideTransaction(`${name}.${String(key)}`);
        const call = () => method.apply(target, given);
        return unasked.has(name) ? watchCall(name, call, () => "ok") : call();
      };
    },
  });
}

/** Those that are not asked by `askJson`, which counts by status. */
const unasked = new Set(["mail", "sms", "storage"]);
