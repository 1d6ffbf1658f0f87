import { isLoopbackHost } from "@/lib/kernel/loopback";
import { parseUrl } from "@/lib/kernel/parse-url";

type Raw = Readonly<Record<string, unknown>> & { APP_ENV: string };

/** What has to be this machine in a rehearsal: itself, its data, and whoever stands in for others. */
const ofThisMachine = [
  ...["DATABASE_URL", "DATABASE_OWNER_URL", "BASE_URL", "EMBED_URL", "SDK_URL", "SMTP_URL"],
  ...["PAYSTACK_URL", "DOJAH_URL", "SMS_URL", "S3_ENDPOINT"],
] as const;

/** Keys of services that nothing here can stand in for. */
const ofOthers = ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY", "INNGEST_SIGNING_KEY_FALLBACK"] as const;

/**
 * What keeps a rehearsal from starting, as settings with what is wrong with each (docs/live.md#rehearsing). It is production
 * but for this: all of it is on this machine, so no real key can be of use to it, and its clock can be moved.
 */
export function rehearsalProblems(raw: Raw): [name: string, message: string][] {
  if (raw.REHEARSAL !== "on") {
    return raw.REHEARSAL_CLOCK
      ? [["REHEARSAL_CLOCK", "must not be set: only the clock of a rehearsal can be moved"]]
      : [];
  }
  const problems: [string, string][] = [];
  if (raw.APP_ENV !== "production") problems.push(["REHEARSAL", "is of no use: APP_ENV is not production"]);
  if (!isLoopbackHost(String(raw.HOST))) problems.push(["HOST", "must be this machine in a rehearsal"]);
  for (const name of ofThisMachine) {
    const { [name]: given } = raw;
    if (given !== undefined && !isLoopbackHost(parseUrl(String(given))?.hostname ?? "")) {
      problems.push([name, "must be this machine in a rehearsal"]);
    }
  }
  if (!raw.PAYSTACK_URL) problems.push(["PAYSTACK_URL", "must be set in a rehearsal: keys would go to Paystack"]);
  if (raw.IDENTITY_BUREAU && !raw.DOJAH_URL) {
    problems.push(["DOJAH_URL", "must be set in a rehearsal: people's numbers would go to Dojah"]);
  }
  for (const name of ofOthers) if (raw[name]) problems.push([name, "must not be set in a rehearsal"]);
  return problems;
}
