import { programAreas, programHeaders } from "./scripts/server/areas.mjs";

/** The SDK's files are for pages of other origins; those of a version never change, what an alias names does. */
const sdkHeaders = [
  ...programHeaders,
  { key: "Access-Control-Allow-Origin", value: "*" },
  { key: "Cross-Origin-Resource-Policy", value: "cross-origin" },
];
const keptFor = (/** @type {string} */ value) => [{ key: "Cache-Control", value: `public, ${value}` }];
// What the server would guess from the ending is a video.
const typescript = [{ key: "Content-Type", value: "text/plain; charset=utf-8" }];

const baseUrl = process.env.BASE_URL ?? "";

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // Pictures are served as they are: without this, /_next/image is there for anybody to have them computed.
  images: { unoptimized: true },
  // Types and lint are checked by their own tools in `npm test`; checking them again would only slow the build.
  typescript: { ignoreBuildErrors: true },
  // From prom-client on: loaded only where somebody asks for metrics or traces.
  serverExternalPackages: [
    "fontkit",
    "pdfkit",
    "postgres",
    "prom-client",
    "@opentelemetry/api",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-base",
  ],
  experimental: {
    // A proxy may not pass on the Host that browsers name; without this, the actions of pages would then be refused.
    serverActions: { allowedOrigins: URL.canParse(baseUrl) ? [new URL(baseUrl).host] : [], bodySizeLimit: "32kb" },
    // Half the time of a build (docs/decisions/036-light.md#start). Browsers are sent none of the first two; the third costs
    // as much as a build of what has changed would gain by it.
    serverMinification: false,
    turbopackSourceMaps: false,
    turbopackFileSystemCacheForBuild: false,
  },
  headers: async () => [
    // Pages get theirs from middleware.ts.
    ...programAreas.map((area) => ({ source: `/${area.join("/")}/:path*`, headers: programHeaders })),
    { source: "/sdk/:path*", headers: sdkHeaders },
    { source: "/sdk/:folder/embed.d.(ts|mts)", headers: typescript },
    { source: "/sdk/:version(\\d+\\.\\d+\\.\\d+)/:file", headers: keptFor("max-age=31536000, immutable") },
    { source: "/sdk/:alias(v\\d+)/:file", headers: keptFor("max-age=300") },
    { source: "/sdk/manifest.json", headers: keptFor("max-age=300") },
  ],
};
