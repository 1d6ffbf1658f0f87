import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { inboxScript } from "@/components/journey/inbox";
import { HostedJourney } from "@/components/journey/journey";
import { environments } from "@/lib/kernel/actor";
import { listFrameAncestors } from "@/lib/surfaces/journey/queries";

export const metadata = { title: "Financing", robots: { index: false, follow: false } };

/** The hosted journey of a marketplace. The page around it sends the token that names the merchant. */
export default async function EmbedPage({ params, searchParams }: PageProps<"/embed/[marketplaceId]">) {
  const { marketplaceId } = await params;
  const { env = "test" } = await searchParams;
  const environment = environments.find((one) => one === env);
  const origins = environment ? await listFrameAncestors(marketplaceId, environment) : [];
  if (!environment || origins.length === 0) notFound();
  return (
    <>
      {/* Browsers hide nonces from scripts, so React finds another than it rendered. */}
      <script nonce={(await headers()).get("x-nonce") ?? undefined} suppressHydrationWarning>
        {inboxScript}
      </script>
      <HostedJourney place={{ marketplaceId, environment, origins }} />
      <noscript>
        <p className="p-4">Financing needs JavaScript. Allow it for this page, then load it again.</p>
      </noscript>
    </>
  );
}
