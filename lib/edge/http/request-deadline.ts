import { second } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { deadlines } from "@/lib/terms/deadlines";
import type { RateClass } from "./rate-limit";

/** When a request is answered at the latest. While its sender sends, it stands still. */
export type Deadline = {
  /** Rejects when it has passed, never resolves. */
  passed: Promise<never>;
  /** Between two pieces of work: nobody waits for the next any more. @throws CodedError once it has passed */
  check(): void;
  /** What is waited for is the sender's to give. */
  sending<T>(given: Promise<T>): Promise<T>;
  /** The same for each piece of a body. */
  pieces<T>(content: AsyncIterable<T>): AsyncGenerator<T, void>;
  end(): void;
};

type Weighed = { rate: RateClass | null; rawBody?: boolean; idempotent?: boolean | "nonTransactional" };

/** Of an operation, in milliseconds. */
export function deadlineOf({ rate, rawBody, idempotent }: Weighed): number {
  return rate === "bulk" || rawBody || idempotent === "nonTransactional" ? deadlines.longRequest : deadlines.request;
}

/** @param within milliseconds from now on */
export function startDeadline(within: number): Deadline {
  let left = within;
  let begun = 0;
  let timer: NodeJS.Timeout | undefined;
  let senders = 0;
  let late: CodedError | undefined;
  let reject: (error: CodedError) => void = () => {};
  const passed = new Promise<never>((_, no) => {
    reject = no;
  });
  // Whoever does not wait for it does not care.
  passed.catch(() => {});

  const run = () => {
    begun = performance.now();
    timer = setTimeout(() => {
      late = tooLate(within);
      reject(late);
    }, left);
  };
  const stop = () => {
    clearTimeout(timer);
    left -= performance.now() - begun;
  };
  run();

  async function sending<T>(given: Promise<T>): Promise<T> {
    senders += 1;
    if (senders === 1) stop();
    try {
      return await given;
    } finally {
      senders -= 1;
      if (senders === 0) run();
    }
  }

  return {
    passed,
    sending,
    check: () => {
      if (late) throw late;
    },
    async *pieces(content) {
      const pieces = content[Symbol.asyncIterator]();
      try {
        for (let next = await sending(pieces.next()); !next.done; next = await sending(pieces.next())) yield next.value;
      } finally {
        await pieces.return?.();
      }
    },
    end: () => {
      clearTimeout(timer);
      // Nobody starts it again.
      senders = Number.POSITIVE_INFINITY;
    },
  };
}

/** What the request has set going may yet come to its end: with the same Idempotency-Key, its answer is kept for who asks again. */
function tooLate(within: number): CodedError {
  const what = `No answer was ready within ${within / second} s, and what was asked for may have been done.`;
  const how = "Repeat it with the same Idempotency-Key, batchId or eventId, or read before you repeat.";
  const outside = `no answer within ${within / second} s`;
  return new CodedError("SERVICE_UNAVAILABLE", `${what} ${how}`, { retryAfterSeconds: 5, outside });
}
