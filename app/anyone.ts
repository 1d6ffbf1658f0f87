import { headers } from "next/headers";
import * as clock from "@/lib/clock";
import { spendLoginAttempt } from "@/lib/http/login-limit";
import { type Refusal, runAction } from "@/lib/http/run-action";
import type { RealTime } from "@/lib/time";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** A text of the query, as long as one of ours can be; empty without one. */
export function oneOf(given: string | string[] | undefined): string {
  return typeof given === "string" ? given.slice(0, 200) : "";
}

/**
 * The page that sign-in leads back to, where it is `root` or below it; null otherwise. Segments of dots would lead out
 * of there, and no header takes more than printable ASCII.
 */
export function pageBelow(given: string | string[] | undefined, root: string): string | null {
  if (typeof given !== "string" || !/^\/[!-~]*$/.test(given) || /[\\#]/.test(given)) return null;
  const [path = ""] = given.split("?", 1);
  if (/\/(\.|%2e){1,2}(\/|$)/i.test(path)) return null;
  return path === root || path.startsWith(`${root}/`) ? given : null;
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
