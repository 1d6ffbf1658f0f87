import type { IncomingMessage, ServerResponse } from "node:http";
import { plainServer } from "./plain-server";

export type Told = { status?: number; body?: unknown; text?: string; headers?: Record<string, string>; never?: true };
type Asked = { method: string; path: string; query: URLSearchParams; key: string; body: Record<string, unknown> };

/**
 * Paystack's side of a conversation, for the length of one test: the answers to each question in turn, the last one
 * again and again. `/bank` lists nothing unless the script says otherwise.
 */
export async function scriptedPaystack(script: Record<string, Told | Told[]>) {
  const asked: Asked[] = [];
  const left = new Map(Object.entries(script).map(([question, told]) => [question, [told].flat()]));
  const baseUrl = await plainServer(async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", "http://paystack");
    let text = "";
    for await (const chunk of request) text += chunk;
    const method = request.method ?? "";
    const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
    asked.push({ method, path: url.pathname, query: url.searchParams, key: request.headers.authorization ?? "", body });
    const answers = left.get(`${method} ${url.pathname}`) ?? [{ status: 404, body: refusal("Not scripted") }];
    const told = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
    if (told.never) return;
    const json = { "content-type": "application/json" };
    response.writeHead(told.status ?? 200, told.headers ?? json).end(told.text ?? JSON.stringify(told.body ?? {}));
  });
  return { baseUrl, asked, questions: () => asked.map(({ method, path }) => `${method} ${path}`) };
}

export const data = (of: unknown, meta?: unknown): Told => ({ body: { status: true, message: "Ok", data: of, meta } });

const refusal = (message: string, code?: string) => ({ status: false, message, ...(code ? { code } : {}) });

export const refuses = (status: number, message: string, code?: string): Told => ({
  status,
  body: refusal(message, code),
});

/** Long enough for whatever comes, and short where nothing does. */
export function waitFor(script: Record<string, Told | Told[]>): number {
  return Object.values(script).some((told) => [told].flat().some(({ never }) => never)) ? 200 : 10_000;
}
