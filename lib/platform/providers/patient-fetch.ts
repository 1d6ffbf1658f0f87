import { second } from "@/lib/kernel/calendar";

/** How long one exchange may take, in milliseconds: until the next byte of either side, and in all. */
export type Patience = { silence: number; whole: number };

/** 10 MiB in a minute is 1.4 Mbit/s. */
export const usualPatience: Patience = { silence: 5 * second, whole: 60 * second };

/** One exchange with a server, request and answer, that ends when nothing moves any more. */
export type Exchange = {
  fetch: typeof fetch;
  /** Passes on what is read or sent: each chunk is a sign of life. */
  heard(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  end(): void;
};

/** The exchange was given up: nothing is known of what it asked for. */
export class NoAnswerInTime extends Error {
  override readonly name = "NoAnswerInTime";
}

/** Follows no redirects: what is signed and sent is for one server alone. */
export function patientExchange({ silence, whole }: Patience): Exchange {
  const controller = new AbortController();
  const give = (ms: number) => controller.abort(new NoAnswerInTime(`no answer within ${ms / second} s`));
  const quiet = setTimeout(give, silence, silence);
  const all = setTimeout(give, whole, whole);
  return {
    fetch: async (address, init) => {
      // `duplex` is what Node.js asks for where a body is a stream; the types of `fetch` do not know it.
      const options = { ...init, redirect: "manual", cache: "no-store", signal: controller.signal, duplex: "half" };
      const answer = await fetch(address, options as RequestInit);
      quiet.refresh();
      return answer;
    },
    async *heard(bytes) {
      for await (const chunk of bytes) {
        quiet.refresh();
        yield chunk;
      }
    },
    end() {
      clearTimeout(quiet);
      clearTimeout(all);
    },
  };
}
