import { env } from "./env";

const otherName: Record<string, string> = { localhost: "127.0.0.1", "127.0.0.1": "localhost" };

/** On a developer's machine this same server under its other name, which browsers treat as another site. */
export function demoOrigin(): string {
  const url = new URL(env().baseUrl);
  url.hostname = otherName[url.hostname] ?? url.hostname;
  return url.origin;
}

/** Where a page of the demo's, asked for under the service's own name, is found at the demo's; null: it is there. */
export function addressAtDemo(asked: Headers, address: string): string | null {
  const origin = demoOrigin();
  const service = new URL(env().baseUrl);
  return origin !== service.origin && asked.get("host") === service.host ? `${origin}${address}` : null;
}
