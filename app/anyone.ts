import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { type Refusal, runAction } from "@/lib/edge/http/actions/run-action";
import { validate } from "@/lib/edge/http/body";
import { spendLoginAttempt } from "@/lib/edge/http/login-limit";
import * as clock from "@/lib/kernel/clock";
import type { RealTime } from "@/lib/kernel/time";
import { mailedToken } from "@/lib/parties/people/schema";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/**
 * Mails of before had their token or pass in the query: on to where it stands now, behind `#`
 * (lib/platform/messages/mails/account-links.ts).
 */
export async function moveBehindHash(path: string, name: "token" | "pass", searchParams: SearchParams): Promise<void> {
  const given = (await searchParams)[name];
  if (typeof given === "string" && /^[\w.-]{1,200}$/.test(given)) redirect(`${path}#${name}=${given}`);
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

/** Null once it works no longer. Costs no attempt: only tokens made here lead to a read, and none can be guessed. */
export async function openMailed<About>(
  typed: unknown,
  find: (token: string, realNow: RealTime) => Promise<About | undefined>,
): Promise<{ about: About | null } | Refusal> {
  return runAction(async () => {
    const { token } = validate(mailedToken, typed, "form");
    return { about: (await find(token, clock.now())) ?? null };
  });
}
