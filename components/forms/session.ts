import { type Outcome, unreachable } from "@/components/forms/outcome";

const base = "/api/auth";

/** Whose account: each kind has a session of its own. */
export type SigningIn = "merchant" | "marketplace" | "operator";

export const signInPages: Record<SigningIn, string> = {
  merchant: "/account/login",
  marketplace: "/dashboard/login",
  operator: "/ops/login",
};

type Typed = {
  email: string;
  password: string;
  code?: string;
  /** Of a mail about failed attempts. */
  pass?: string;
};

export async function signIn(kind: SigningIn, typed: Typed, next: string): Promise<Outcome> {
  const answer = await post(`callback/${kind}`, { ...typed });
  const body = await answer.json();
  // A problem document: too many attempts, a code that is needed, or a fault of ours.
  if (typeof body.detail === "string") return { refused: body.detail, fields: body.errors ?? [], code: body.code };
  const result = new URL(body.url).searchParams;
  if (result.get("error") === "CredentialsSignin") {
    return { ...refusal("Not signed in."), fields: [{ field: "password", error: "Wrong e-mail address or password" }] };
  }
  if (result.has("csrf")) return refusal("Your browser blocks cookies for this page. Allow them, then try again.");
  return result.has("error") || !answer.ok ? unreachable : { address: next };
}

export async function signOut(kind: SigningIn, next: string): Promise<Outcome> {
  await post("signout", { kind });
  return { address: next };
}

async function post(action: string, fields: Record<string, string>): Promise<Response> {
  const { csrfToken } = await (await fetch(`${base}/csrf`)).json();
  return fetch(`${base}/${action}`, { method: "POST", body: new URLSearchParams({ ...fields, csrfToken }) });
}

function refusal(refused: string) {
  return { refused, fields: [] };
}
