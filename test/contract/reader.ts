import { anyone } from "@/lib/edge/http/auth";
import { type Route, route } from "@/lib/edge/http/route";
import { call } from "@/test/call-route";

type Read = { answer: Awaited<ReturnType<typeof call>>; body: unknown };

/**
 * Reads a body as a route does, by what it declares: the same wrapper, wire format and schema, but nobody is asked who
 * they are, nothing is counted and the verb is left out. So no database is needed. Answers what the verb would have been
 * given, or the refusal.
 */
export function readerOf({ declaration }: Route): (raw: string | Uint8Array) => Promise<Read> {
  const { operationId, summary, answers, documentedBody, body = documentedBody, maxBody, wireFormat } = declaration;
  if (!body) throw new Error(`${operationId} declares no body.`);
  const declared = { operationId, summary, answers, body, maxBody, wireFormat };
  return async (raw) => {
    let read: unknown;
    const reading = route({
      ...declared,
      auth: anyone,
      rate: null,
      async handle(given) {
        read = given.body;
        return { status: 200 };
      },
    });
    const answer = await call(reading, { method: "POST", raw });
    return { answer, body: read };
  };
}
