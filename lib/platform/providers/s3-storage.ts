import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { S3mini, S3ServiceError } from "s3mini";
import { CodedError } from "@/lib/kernel/errors";
import type { ObjectStore } from "@/lib/kernel/settings/object-store-settings";
import { codeOf, failureText } from "@/lib/platform/egress/failure-text";
import { requireStorageName, type Storage } from "./disk-storage";
import { type Exchange, NoAnswerInTime, type Patience, patientExchange, usualPatience } from "./patient-fetch";
import { spool } from "./spool";

/** What the object store did not do, and whether it may do it when asked again. */
class Failed extends Error {
  constructor(
    readonly reason: string,
    readonly again: boolean,
    /** The code of the object store's own answer, "" without one. */
    readonly code = "",
  ) {
    super(reason);
  }
}

/** Between tries, in milliseconds. Whatever is asked here can be asked twice: names are used for one content. */
const pauses = [100, 400];

/**
 * Documents as objects of one bucket, addressed by path. Nothing that fails counts as stored: an object is there whole or
 * not at all. What cannot be reached is 503, with what the store said in the log alone.
 * @param store.spool where bytes wait until all of them are there, see `spool`
 */
export function s3Storage(store: ObjectStore & { spool: string; patience?: Patience }): Storage {
  const { patience = usualPatience } = store;
  const endpoint = `${store.endpoint}/${store.bucket}`;

  /** @param act ends the exchange by itself only where it hands on a body. */
  async function ask<Answer>(act: (client: S3mini, exchange: Exchange) => Promise<Answer>, keep = false) {
    for (let tried = 0; ; tried += 1) {
      const exchange = patientExchange(patience);
      let kept = false;
      try {
        const answer = await act(new S3mini({ ...store, endpoint, fetch: exchange.fetch }), exchange);
        kept = keep;
        return answer;
      } catch (error) {
        const failed = failureOf(error);
        const wait = pauses[tried];
        if (failed.again && wait !== undefined) await pause(wait);
        else throw failed;
      } finally {
        if (!kept) exchange.end();
      }
    }
  }

  return {
    async put(name, content, maxBytes) {
      requireStorageName(name);
      const { size, md5, read, close } = await spool(store.spool, content, maxBytes);
      try {
        await ask(async (client, exchange) => {
          const body = size === 0 ? "" : Readable.toWeb(Readable.from(exchange.heard(read())));
          // Signed with the rest; a store refuses bytes that are not these.
          const sum: Record<string, string> = { "content-md5": md5 };
          await client.putObject(name, body as ReadableStream, "application/octet-stream", undefined, sum, size);
        });
      } catch (error) {
        throw unavailable(error);
      } finally {
        await close();
      }
      return size;
    },

    async get(name) {
      requireStorageName(name);
      return found(ask(async (client, exchange) => bodyOf(await client.getObjectRaw(name), exchange), true));
    },

    async stat(name) {
      requireStorageName(name);
      return found(
        ask(async (client) => {
          // Not HEAD: its 404 has no body, and does not say whether the object is missing or the whole bucket.
          const answer = await client.getObjectRaw(name, false, 0, 1);
          await answer.body?.cancel();
          const size = /\/(\d+)$/.exec(answer.headers.get("content-range") ?? "")?.[1];
          if (size === undefined) throw new Failed("the object store does not say how long an object is", false);
          return { size: Number(size) };
        }),
      );
    },

    async remove(name) {
      requireStorageName(name);
      await found(ask((client) => client.deleteObject(name)));
    },
  };
}

/** Null for an object that is not there; anything else that fails is 503. */
async function found<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Failed && error.code === "NoSuchKey") return null;
    throw unavailable(error);
  }
}

async function* bodyOf(answer: Response, exchange: Exchange): AsyncGenerator<Uint8Array> {
  try {
    if (answer.body) yield* exchange.heard(answer.body);
  } catch (error) {
    throw unavailable(failureOf(error));
  } finally {
    exchange.end();
  }
}

function failureOf(error: unknown): Failed {
  if (error instanceof Failed) return error;
  if (error instanceof S3ServiceError) {
    const { status, body } = error;
    // The client reads it only where the answer's type is written as it expects.
    const code = /<Code>(\w{1,64})<\/Code>/.exec(body ?? "")?.[1] ?? "";
    return new Failed(`the object store answers ${status} ${code}`.trim(), status >= 500 || status === 429, code);
  }
  if (error instanceof NoAnswerInTime) return new Failed(`the object store gives ${error.message}`, false);
  return new Failed(`the object store: ${failureText(rootOf(error))}`, true);
}

/** `fetch` says only that it failed, and so does the client: why is the cause of the cause. */
function rootOf(error: unknown): unknown {
  if (error instanceof Error && error.cause instanceof Error) return rootOf(error.cause);
  return codeOf(error) === "UND_ERR_SOCKET" ? { code: "ECONNRESET" } : error;
}

function unavailable(error: unknown): unknown {
  if (!(error instanceof Failed)) return error;
  const message = "Documents cannot be stored or read at the moment; nothing was changed. Try again.";
  return new CodedError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 5, outside: error.reason });
}
