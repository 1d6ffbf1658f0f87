import type { Outcome, Refusal } from "@/components/forms/outcome";
import { signIn } from "@/components/forms/session";

/** Makes an account by `make`, and signs in with it. Where signing in fails, the sign-in page says why. */
export async function enter(make: () => Promise<{ email: string } | Refusal>, password: string, next: string) {
  const made = await make();
  if ("refused" in made) return made;
  const outcome: Outcome | null = await signIn("marketplace", { email: made.email, password }, next).catch(() => null);
  return outcome && "address" in outcome ? outcome : { address: "/dashboard/login" };
}
