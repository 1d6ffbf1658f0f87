import { requireOutsideTransaction } from "@/db/client";

type Party = Record<string, ((...given: never[]) => unknown) | true | undefined>;

/** Its methods throw inside a transaction, synchronously: callers that await in a `try` start the call before it. */
export function outside<P extends Party>(name: string, party: P): P {
  return new Proxy(party, {
    get(target, key) {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== "function") return method;
      return (...given: unknown[]) => {
        requireOutsideTransaction(`${name}.${String(key)}`);
        return method.apply(target, given);
      };
    },
  });
}
