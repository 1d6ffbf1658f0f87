import { NextRequest } from "next/server";
import NextAuth, { type AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import * as clock from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { notFound } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import type { SignedIn } from "@/lib/parties/people/queries";
import { signInInput, typedCode } from "@/lib/parties/people/schema";
import { beginSession } from "@/lib/parties/people/sessions/begin-session";
import { revokeAllSessions } from "@/lib/parties/people/sessions/revoke-all-sessions";
import { revokeIfOpen } from "@/lib/parties/people/sessions/revoke-session";
import type { From } from "@/lib/parties/people/sign-in/places";
import { signIn } from "@/lib/parties/people/sign-in/sign-in";
import { enterConsole } from "@/lib/surfaces/console/log-in";
import { enterDashboard } from "@/lib/surfaces/dashboard/enter-dashboard";
import { spendFor } from "./allowance";
import { readBody } from "./body";
import { fromOf, tooManyAttempts } from "./login-limit";
import { allowanceHeaders, rateLimited } from "./rate-limit";
import { problemResponse } from "./reply";
import { newRequestId, requestIdOf } from "./request-id";
import {
  deviceCookie,
  epochOf,
  newDevice,
  secureCookies,
  sessionCookieName,
  sessionIdOf,
  sessionSeconds,
  sessionSecret,
} from "./session";

/** The next-auth actions that the pages use; the rest is not served. */
const callbacks = ["POST callback/merchant", "POST callback/marketplace", "POST callback/operator"];
const actions = ["GET csrf", ...callbacks, "POST signout"];

/** Whose pages use it, and where they sign in. */
const signInPages = { merchant: "/account/login", marketplace: "/dashboard/login", operator: "/ops/login" } as const;
type SigningIn = keyof typeof signInPages;

const maxForm = 16 * 1024;

/** Sign-in and sign-out by next-auth: `/api/auth/*`, for the pages' own scripts, in JSON. */
export async function handleAuth(request: Request, context: { params: Promise<{ nextauth: string[] }> }) {
  const started = performance.now();
  const requestId = requestIdOf(request.headers) ?? newRequestId();
  const { nextauth } = await context.params;
  const action = nextauth.join("/");
  const limits: Record<string, string> = {};
  const response = await answer(request, action, limits).catch((error: unknown) =>
    problemResponse(error, request, limits.ratelimit ? limits : undefined),
  );
  for (const [name, value] of Object.entries(limits)) response.headers.set(name, value);
  response.headers.set("cache-control", "no-store");
  log.info("request", {
    requestId,
    method: request.method,
    path: `/api/auth/${action}`.slice(0, 100),
    operation: "auth",
    status: response.status,
    ms: Math.round((performance.now() - started) * 10) / 10,
  });
  return response;
}

/** @param limits gets the headers of the allowance that the request uses. */
async function answer(request: Request, action: string, limits: Record<string, string>): Promise<Response> {
  if (!actions.includes(`${request.method} ${action}`)) throw notFound("address");
  const signsIn = action.startsWith("callback/");
  const allowance = await spendFor({ rate: signsIn ? "login" : null, operationId: "auth" }, null, request, clock.now());
  Object.assign(limits, allowanceHeaders(allowance));
  if (allowance.exceeded) throw signsIn ? tooManyAttempts(allowance) : rateLimited(allowance);
  const form = new URLSearchParams(new TextDecoder().decode(await readBody(request, maxForm)));
  // Rebuilt with only what the action needs, so that nothing else reaches next-auth, above all no redirect address.
  const asked = new NextRequest(`${env().baseUrl}/api/auth/${action}`, {
    method: request.method,
    ...(request.method === "POST" ? { body: needed(form) } : {}),
  });
  const attempt = attemptFrom(request.headers, form);
  const kind = kindOf(signsIn ? action.slice("callback/".length) : form.get("kind"));
  const response: Response = await NextAuth(asked, { params: { nextauth: action.split("/") } }, options(kind, attempt));
  if (attempt.failure) throw attempt.failure;
  if (attempt.done) response.headers.append("set-cookie", deviceCookieHeader(attempt.from.device));
  return response;
}

/** Whose session it is about; a merchant's unless it says otherwise. */
function kindOf(given: string | null): SigningIn {
  return given === "marketplace" || given === "operator" ? given : "merchant";
}

/** Where an attempt comes from, with which code, and what came of it: next-auth tells its caller neither. */
type Attempt = { from: From & { device: string }; code: string | undefined; done: boolean; failure?: unknown };

function attemptFrom(headers: Headers, form: URLSearchParams): Attempt {
  const from = fromOf(headers, form.get("pass") ?? "");
  const code = typedCode.safeParse(form.get("code")).data;
  return { from: { ...from, device: from.device ?? newDevice() }, code, done: false };
}

function deviceCookieHeader(device: string): string {
  const { name, options } = deviceCookie();
  const { path, maxAge, secure } = options;
  return `${name}=${device}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

function needed(form: URLSearchParams): URLSearchParams {
  const names = ["csrfToken", "email", "password"];
  return new URLSearchParams([...names.map((name) => [name, form.get(name) ?? ""]), ["json", "true"]]);
}

function options(kind: SigningIn, attempt: Attempt): AuthOptions {
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: sessionSeconds(kind) },
    jwt: { maxAge: sessionSeconds(kind) },
    useSecureCookies: secureCookies(),
    cookies: cookies(kind),
    pages: { signIn: signInPages[kind] },
    providers: [passwordOf(kind, attempt)],
    callbacks: {
      // A provider is named after the kind of user that signs in through it.
      jwt: async ({ token, user, account }) => (account ? claimsOf(user as SignedIn, kind, attempt.from) : token),
      // Redirect addresses in requests are ignored: the pages know where to go.
      redirect: ({ baseUrl }) => baseUrl,
    },
    events: {
      // Called once the form's token has been checked: a copy of the cookie is worth nothing from then on.
      signOut: async ({ token }) => {
        if (token?.sub) await signOut(token.sub, token);
      },
    },
    logger: {
      error: (code, metadata) =>
        log.error("next-auth", metadata instanceof Error ? metadata : metadata.error, { code }),
      warn: (code) => log.warn("next-auth", { code }),
      debug: () => {},
    },
  };
}

/** A merchant's browser has a session that ends by itself: their phone stays signed in. */
async function claimsOf(user: SignedIn, kind: SigningIn, from: From) {
  const claims = { sub: user.id, kind, epoch: user.sessionEpoch };
  if (kind !== "merchant") return claims;
  const session = await beginSession({ user, from, seconds: sessionSeconds(kind), realNow: clock.now() });
  return { ...claims, session: session.id };
}

/** Where there is no session that could be ended by itself, all of the user end. */
async function signOut(userId: string, claims: Record<string, unknown>): Promise<void> {
  const sessionId = sessionIdOf(claims);
  if (sessionId === null) await revokeAllSessions(userId, epochOf(claims));
  else await revokeIfOpen({ userId, sessionId, realNow: clock.now() });
}

type SignInCall = Parameters<typeof enterDashboard>[0];

const signInAs: Record<SigningIn, (call: SignInCall) => Promise<SignedIn | null>> = {
  merchant: (call) => signIn({ kind: "merchant", ...call }),
  marketplace: async (call) => (await enterDashboard(call))?.user ?? null,
  operator: enterConsole,
};

function passwordOf(kind: SigningIn, attempt: Attempt) {
  return Credentials({
    id: kind,
    credentials: {},
    async authorize(given) {
      const typed = signInInput.safeParse(given);
      if (!typed.success) return null;
      try {
        const { from, code } = attempt;
        const user = await signInAs[kind]({ input: typed.data, code, from, realNow: clock.now() });
        attempt.done = user !== null;
        return user;
      } catch (error) {
        // next-auth would pass its message on to the browser, and nothing else.
        attempt.failure = error;
        return null;
      }
    },
  });
}

function cookies(kind: SigningIn): AuthOptions["cookies"] {
  const secure = secureCookies();
  const options = { httpOnly: true, sameSite: "lax" as const, path: "/", secure };
  const one = (name: string) => ({ name, options });
  return {
    sessionToken: one(sessionCookieName(kind)),
    callbackUrl: one(`${secure ? "__Secure-" : ""}financing.callback-url`),
    // Bound to this host: no sibling host can set it.
    csrfToken: one(`${secure ? "__Host-" : ""}financing.csrf-token`),
  };
}
