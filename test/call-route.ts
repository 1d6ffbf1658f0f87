import { encode } from "next-auth/jwt";
import type { Route } from "@/lib/edge/http/route";
import { sessionCookieName, sessionSeconds, sessionSecret } from "@/lib/edge/http/session";
import type { UserKind } from "@/lib/terms/users/constants";

const jsonType = "application/json";
const formType = "application/x-www-form-urlencoded";

type Answer = { status: number; headers: Headers; json: Record<string, unknown>; text: string; bytes: Buffer };

/** Calls a route handler as a client would: with a key, a JSON body and path parameters. */
export async function call(
  handler: Route,
  options: {
    key?: string;
    method?: string;
    path?: string;
    params?: Record<string, string>;
    body?: unknown;
    /** Sent as it is, instead of `body`. */
    raw?: string | Uint8Array;
    /** Sent as an HTML form is, instead of `body`. */
    form?: Record<string, string>;
    headers?: Record<string, string>;
  } = {},
): Promise<Answer> {
  const form = options.form && `${new URLSearchParams(options.form)}`;
  const body = options.raw ?? form ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const headers = new Headers({
    host: "localhost",
    ...(options.key ? { authorization: `Bearer ${options.key}` } : {}),
  });
  // Left to itself, a text would say that it is plain.
  if (body !== undefined) headers.set("content-type", form === undefined ? jsonType : formType);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const request = new Request(`http://localhost${options.path ?? "/"}`, {
    method: options.method ?? (body === undefined ? "GET" : "POST"),
    headers,
    body: body as BodyInit | undefined,
  });
  const response = await handler(request, { params: Promise.resolve(options.params ?? {}) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  let json: Record<string, unknown> = {};
  if (response.headers.get("content-type")?.includes("json")) json = JSON.parse(text);
  return { status: response.status, headers: response.headers, json, text, bytes };
}

/** The Cookie header of a browser in which this user has signed in. */
export async function sessionCookie(
  user: { id: string; kind: UserKind; epoch?: number; session?: string },
  seconds = sessionSeconds(user.kind),
): Promise<string> {
  const { id, kind, epoch, session } = user;
  const claims = { sub: id, kind, ...(epoch === undefined ? {} : { epoch }), ...(session ? { session } : {}) };
  const token = await encode({ token: claims, secret: sessionSecret(), maxAge: seconds });
  return `${sessionCookieName(user.kind)}=${token}`;
}

type ClientCredentials = { clientId: string; clientSecret: string };

/** The Authorization header of an OAuth client. */
export function basic({ clientId, clientSecret }: ClientCredentials): string {
  const encoded = [clientId, clientSecret].map(encodeURIComponent).join(":");
  return `Basic ${Buffer.from(encoded).toString("base64")}`;
}
