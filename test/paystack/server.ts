import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Answer, bare, found, invalidKey, refused } from "./answers";
import { bankRoutes, usualBanks } from "./banks";
import { chargeRoutes } from "./charges";
import { consentPage } from "./consent-page";
import { type Asked, type Control, controlOf } from "./control";
import { customerRoutes } from "./customers";
import { Faults } from "./faults";
import { mandateRoutes } from "./mandates";
import { recipientRoutes } from "./recipients";
import type { Call, Route } from "./request";
import { asSpecified } from "./specification-shape";
import { type Account, type Bank, type Settings, State } from "./state";
import { transferRoutes } from "./transfers";
import { Webhooks } from "./webhooks";
import { answerWith } from "./wire";

export type PaystackOptions = {
  seed?: number | string;
  /** Where the clock starts. */
  now?: string;
  /** 0, the default, takes any that is free. */
  port?: number;
  controlPort?: number;
  /** Secret keys, and whose they are. */
  keys?: Record<string, number>;
  /** What integrations can transfer, in kobo: `{ "100043 live": 5_000_000 }`. */
  balances?: Record<string, number>;
  accounts?: Account[];
  banks?: Bank[];
  settings?: Partial<Settings>;
  /** Where events go: `{ "100043 live": "http://127.0.0.1:3000/…" }`. */
  webhooks?: Record<string, string>;
};

const routes: Route[] = [
  ...bankRoutes,
  ...recipientRoutes,
  ...mandateRoutes,
  ...customerRoutes,
  ...chargeRoutes,
  ...transferRoutes,
  [
    "GET",
    /^\/integration\/payment_session_timeout$/,
    () => found("Payment session timeout retrieved", { payment_session_timeout: 30 }),
  ],
];

/**
 * Paystack as its public documents describe it, on loopback, with books of its own: what a client is told and what has
 * really happened can be compared.
 */
export async function startPaystack(options: PaystackOptions = {}) {
  const state = new State(options);
  const faults = new Faults(() => state.clock.now());
  const webhooks = new Webhooks(state);
  const asked: Asked[] = [];
  const control = controlOf(state, faults, webhooks, asked);
  state.banks = options.banks ?? usualBanks();
  for (const [key, integration] of Object.entries(options.keys ?? {})) control.keys.add(key, integration);
  for (const [owner, amount] of Object.entries(options.balances ?? {})) control.money.topUp(owner, amount);
  for (const [owner, url] of Object.entries(options.webhooks ?? {})) webhooks.setUrl(owner, url);
  control.accounts.set(...(options.accounts ?? []));
  control.settings.set(options.settings ?? {});

  const server = createServer((request, response) => {
    // What nobody has foreseen is no answer of Paystack's: the test should see that the stand-in is wrong.
    serve(state, faults, asked, request, response).catch((error) => response.writeHead(599).end(String(error)));
  });
  const controlServer = createServer((request, response) => void serveControl(control, request, response));
  state.url = await listen(server, options.port);
  const controlUrl = await listen(controlServer, options.controlPort);
  return {
    /** Its address for clients, in the place of https://api.paystack.co. */
    url: state.url,
    /** For `paystackAt` in another process. */
    controlUrl,
    control,
    stop: async () => {
      for (const one of [server, controlServer]) {
        one.close();
        one.closeAllConnections();
      }
      await webhooks.settled();
    },
  };
}

export type PaystackStandIn = Awaited<ReturnType<typeof startPaystack>>;

async function listen(server: Server, port = 0): Promise<string> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serve(state: State, faults: Faults, asked: Asked[], request: IncomingMessage, response: ServerResponse) {
  response.on("error", () => {});
  const { method = "GET" } = request;
  const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://paystack");
  const [, accessCode] = /^\/authorize\/([^/]+)$/.exec(path) ?? [];
  if (accessCode) return consentPage(state, request, response, accessCode);
  const raw = await text(request).catch(() => "");
  const body = parsed(raw, request.headers["content-type"]);
  const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? null;
  const inPath = /\/verify\/([^/]+)$/.exec(path)?.[1];
  const reference = inPath ? decodeURIComponent(inPath) : typeof body?.reference === "string" ? body.reference : null;
  const fault = faults.meet({ method, path, reference, key });
  const entry: Asked = {
    ...{ at: state.clock.iso(), method, path: `${path}${query.size ? `?${query}` : ""}`, reference, body },
    ...{ fault: fault.wire ?? null, status: 0 },
  };
  asked.push(entry);
  const act = () => {
    const answer = answerTo(state, request, { method, path, query, body, fate: fault.fate ?? null });
    return state.settings.shape === "specification" ? asSpecified(answer) : answer;
  };
  entry.status = await answerWith(response, fault, act);
}

type Parts = Pick<Call, "method" | "path" | "query" | "fate"> & { body: Call["body"] | null };

function answerTo(state: State, request: IncomingMessage, { body, ...parts }: Parts): Answer {
  const { authorization } = request.headers;
  if (!authorization) return bare(401, "No Authorization Header was found");
  const secret = /^Bearer (.+)$/.exec(authorization)?.[1];
  if (!secret) return bare(401, "Format is Authorization: Bearer [secret key]");
  const key = state.keys.get(secret);
  if (!key) return invalidKey();
  if (!body) return refused(400, "Invalid JSON", "invalid_json", "Send a JSON object");
  for (const [method, pattern, answer] of routes) {
    const found = method === parts.method && pattern.exec(parts.path);
    if (found) return answer({ state, key, ...parts, body, params: found.slice(1).map(decodeURIComponent) });
  }
  return bare(404, "Route not found");
}

function parsed(raw: string, type = ""): Record<string, unknown> | null {
  if (raw === "") return {};
  if (type.startsWith("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(raw));
  try {
    const body: unknown = JSON.parse(raw);
    return body && typeof body === "object" && !Array.isArray(body) ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

async function serveControl(control: Control, request: IncomingMessage, response: ServerResponse) {
  const [, room = "", name = ""] = /^\/_control\/(\w+)\/(\w+)$/.exec(request.url ?? "") ?? [];
  const end = (status: number, body: unknown) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body ?? null));
  };
  try {
    const rooms = control as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>;
    const { [room]: where } = rooms;
    if (typeof where?.[name] !== "function") return end(404, { error: `No ${room}.${name}` });
    const args: unknown[] = JSON.parse((await text(request)) || "[]");
    end(200, await where[name](...args));
  } catch (error) {
    end(400, { error: error instanceof Error ? error.message : "It failed" });
  }
}
