import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { day, later } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { notFound } from "@/lib/kernel/errors";

export const dynamic = "force-dynamic";

/** Where holes are reported (RFC 9116, SECURITY.md). Without an address of ours there is nobody to name. */
export const GET = route({
  operationId: "securityContact",
  summary: "Where to report a hole",
  auth: anyone,
  rate: "read",
  answers: { 200: { description: "As RFC 9116 has it" } },
  handle: async ({ realNow }) => {
    const { supportEmail, baseUrl } = env();
    if (supportEmail.endsWith("@localhost")) throw notFound("contact");
    const lines = [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${later(realNow, 90 * day).toISOString()}`,
      "Preferred-Languages: en",
      `Canonical: ${baseUrl}/.well-known/security.txt`,
    ];
    return {
      status: 200,
      text: `${lines.join("\n")}\n`,
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=300" },
    };
  },
});
