import { env } from "@/lib/kernel/env";
import { notFound } from "@/lib/kernel/errors";
import { isLoopbackHost } from "@/lib/kernel/loopback";

/** Only under our own name or one of this machine: a page whose name points here (DNS rebinding) asks under that. */
export function sandboxAnswers(headers: Headers): boolean {
  const { sandbox, baseUrl } = env();
  if (!sandbox) return false;
  const own = new URL(baseUrl).hostname;
  // The X-Forwarded-Host of a tunnel that rewrites Host (scripts/server/answers.mjs).
  const forwarded = headers.get("x-asked-host")?.split(",").filter(Boolean) ?? [];
  return [headers.get("host") ?? "", ...forwarded].every((asked) => {
    const name = hostName(asked.trim());
    return name !== null && (name === own || isLoopbackHost(name));
  });
}

export function requireSandbox(headers: Headers): void {
  if (!sandboxAnswers(headers)) throw notFound("address");
}

/** The name in a Host header, lower-cased and without its port; null when it is none. */
function hostName(host: string): string | null {
  return /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/.exec(host.toLowerCase())?.[1] ?? null;
}
