import { type Outcome, unreachable } from "@/components/forms/outcome";
import type { SignInInput } from "@/lib/users/schema";

const base = "/api/auth";

/** Signs a merchant in through next-auth; `next` is where to go then, `pass` that of a mail about failed attempts. */
export async function signIn({ email, password }: SignInInput, next: string, pass = ""): Promise<Outcome> {
  const answer = await post("callback/merchant", { email, password, pass });
  const body = await answer.json();
  // A problem document: too many attempts, or a fault of ours.
  if (typeof body.detail === "string") return refusal(body.detail);
  const result = new URL(body.url).searchParams;
  if (result.get("error") === "CredentialsSignin") {
    return { ...refusal("Not signed in."), fields: [{ field: "password", error: "Wrong e-mail address or password" }] };
  }
  if (result.has("csrf"))
    return refusal("Your browser does not keep cookies for this page. Allow them, then try again.");
  return result.has("error") || !answer.ok ? unreachable : { address: next };
}

/** Signs out; `next` is where to go then. */
export async function signOut(next: string): Promise<Outcome> {
  await post("signout", {});
  return { address: next };
}

async function post(action: string, fields: Record<string, string>): Promise<Response> {
  const { csrfToken } = await (await fetch(`${base}/csrf`)).json();
  return fetch(`${base}/${action}`, { method: "POST", body: new URLSearchParams({ ...fields, csrfToken }) });
}

function refusal(refused: string): Outcome {
  return { refused, fields: [] };
}
