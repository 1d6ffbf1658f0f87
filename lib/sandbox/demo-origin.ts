import { env } from "@/lib/env";

const otherName: Record<string, string> = { localhost: "127.0.0.1", "127.0.0.1": "localhost" };

/**
 * The origin of the demo marketplace's own pages. On a developer's machine it is this very server under its other name, which
 * browsers take for another site; where there is no other name, the service's own.
 */
export function demoOrigin(): string {
  const url = new URL(env().baseUrl);
  url.hostname = otherName[url.hostname] ?? url.hostname;
  return url.origin;
}
