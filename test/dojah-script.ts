import type { IncomingMessage, ServerResponse } from "node:http";
import { plainServer } from "./plain-server";

export type DojahTold = {
  status?: number;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
  never?: true;
};
type Asked = { path: string; query: Record<string, string>; appId: unknown; key: unknown };

/** Dojah's side of a conversation, for the length of one test: an answer for each path; others are not found. */
export async function scriptedDojah(script: Record<string, DojahTold>) {
  const asked: Asked[] = [];
  const baseUrl = await plainServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname: path, searchParams } = new URL(request.url ?? "", "http://dojah");
    const { appid: appId, authorization: key } = request.headers;
    asked.push({ path, query: Object.fromEntries(searchParams), appId, key });
    const told = script[path] ?? { status: 404, body: { error: "Endpoint not found" } };
    if (told.never) return;
    const json = { "content-type": "application/json" };
    response.writeHead(told.status ?? 200, told.headers ?? json).end(told.text ?? JSON.stringify(told.body ?? {}));
  });
  return { baseUrl, asked, script };
}

export const entity = (of: unknown): DojahTold => ({ body: { entity: of } });

/** A photograph, as answers carry one. */
export const photograph = `/9j/4AAQSkZJRgABAQ${"Qk".repeat(2_000)}`;
