import { env } from "@/lib/env";

const otherName: Record<string, string> = { localhost: "127.0.0.1", "127.0.0.1": "localhost" };

/**
 * The origin of the demo marketplace's own pages. On a developer's machine it is this same server under its other name,
 * which browsers treat as another site; without another name, the service's own origin.
 */
export function demoOrigin(): string {
  const url = new URL(env().baseUrl);
  url.hostname = otherName[url.hostname] ?? url.hostname;
  return url.origin;
}
