import { headers } from "next/headers";
import * as clock from "@/lib/clock";
import { signedInStaff } from "@/lib/http/dashboard-action";
import { spendLoginAttempt } from "@/lib/http/login-limit";
import { type Refusal, runAction } from "@/lib/http/run-action";
import type { RealTime } from "@/lib/time";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Where the dashboard begins. */
export const start = "/dashboard/test";

/**
 * A page of the dashboard that sign-in leads back to; anything else leads to its start. Segments of dots would lead out
 * of the dashboard, and no header takes more than printable ASCII.
 */
export function backTo(given: string | string[] | undefined): string {
  if (typeof given !== "string" || !/^\/dashboard\/(test|live)([/?][!-~]*)?$/.test(given)) return start;
  const [path = ""] = given.split("?", 1);
  return /[\\#]/.test(given) || /\/(\.|%2e){1,2}(\/|$)/i.test(path) ? start : given;
}

/** A text of the query, as long as one of ours can be; empty without one. */
export function oneOf(given: string | string[] | undefined): string {
  return typeof given === "string" ? given.slice(0, 200) : "";
}

/** Whether somebody is signed in to the dashboard. */
export async function isSignedIn(): Promise<boolean> {
  return (await signedInStaff(await headers(), "test", { evenWithoutSecondFactor: true })) !== null;
}

/** Runs a server action for somebody who is not signed in: it uses one of the attempts of its network. */
export async function runForAnyone<Result>(
  work: (asked: Headers, realNow: RealTime) => Promise<Result>,
): Promise<Result | Refusal> {
  return runAction(async () => {
    const realNow = clock.now();
    const asked = await headers();
    await spendLoginAttempt(asked, realNow);
    return work(asked, realNow);
  });
}
