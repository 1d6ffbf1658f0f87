/** Answers that are not pages carry their frame policy as static headers; pages get theirs from middleware.ts. */
const apiHeaders = [
  { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "no-referrer" },
];

/** The SDK's files are for pages of other origins; those of a version never change, what an alias names does. */
const sdkHeaders = [
  ...apiHeaders,
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
  serverExternalPackages: ["fontkit", "pdfkit", "postgres"],
  // A proxy may not pass on the Host that browsers name; without this, the actions of pages would then be refused.
  experimental: {
    serverActions: { allowedOrigins: URL.canParse(baseUrl) ? [new URL(baseUrl).host] : [], bodySizeLimit: "32kb" },
  },
  headers: async () => [
    { source: "/api/:path*", headers: apiHeaders },
    { source: "/marketplace/data/:path*", headers: apiHeaders },
    { source: "/oauth/:endpoint(token|revoke|introspect)", headers: apiHeaders },
    { source: "/.well-known/:path*", headers: apiHeaders },
    { source: "/openapi.json", headers: apiHeaders },
    { source: "/sdk/:path*", headers: sdkHeaders },
    { source: "/sdk/:folder/embed.d.(ts|mts)", headers: typescript },
    { source: "/sdk/:version(\\d+\\.\\d+\\.\\d+)/:file", headers: keptFor("max-age=31536000, immutable") },
    { source: "/sdk/:alias(v\\d+)/:file", headers: keptFor("max-age=300") },
    { source: "/sdk/manifest.json", headers: keptFor("max-age=300") },
  ],
};
