import { env } from "@/lib/env";

const otherName: Record<string, string> = { localhost: "127.0.0.1", "127.0.0.1": "localhost" };

/**
 * The origin of the demo marketplace's pages: on a developer's machine this same server under its other name, which
 * browsers treat as another site; otherwise the service's own.
 */
export function demoOrigin(): string {
  const url = new URL(env().baseUrl);
  url.hostname = otherName[url.hostname] ?? url.hostname;
  return url.origin;
}
