import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { Frame } from "@/components/demo/frame";
import { SellerCentre } from "@/components/demo/seller-centre";
import { Welcome } from "@/components/demo/welcome";
import { Alert } from "@/components/ui/alert";
import * as clock from "@/lib/kernel/clock";
import { addressAtDemo } from "@/lib/kernel/demo-origin";
import { env } from "@/lib/kernel/env";
import { CodedError } from "@/lib/kernel/errors";
import { readMerchant, shopOf } from "@/lib/sandbox/demo/backend";
import { callsFor } from "@/lib/sandbox/demo/calls";
import { pinnedSdk } from "@/lib/sandbox/demo/sdk";
import { listWebhooks, otherReceiver } from "@/lib/sandbox/demo/webhooks";
import { testMerchantId, testMerchants } from "@/lib/sandbox/seed/outcomes";
import { sandboxAnswers } from "@/lib/sandbox/test-helpers/require-sandbox";
import { serviceInfo } from "@/lib/surfaces/health/info";
import { getToken, readNews, start } from "./actions";

export const metadata = { title: { absolute: "Seller centre · Demo Market" } };

/** The sample marketplace, on an origin of its own like every marketplace. */
export default async function Demo(props: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const asked = await headers();
  if (!sandboxAnswers(asked)) notFound();
  const { baseUrl } = env();
  const { seller, journey } = await props.searchParams;
  const open = typeof journey === "string" && /^(open|loan_\w+)$/.test(journey) ? journey : null;
  const about = new URLSearchParams({ seller: String(seller), ...(open ? { journey: open } : {}) });
  const query = typeof seller === "string" && seller ? `?${about}` : "";
  const elsewhere = addressAtDemo(asked, `/demo${query}`);
  if (elsewhere) redirect(elsewhere);
  return (
    <Frame service={baseUrl}>
      {query === "" ? <Choice unknown={null} /> : <Seller seller={String(seller)} journey={open} />}
    </Frame>
  );
}

function Choice({ unknown }: { unknown: string | null }) {
  const sellers = testMerchants.map((merchant) => {
    const { businessName, about } = merchant;
    return { seller: testMerchantId(merchant), businessName, about };
  });
  return <Welcome unknown={unknown} sellers={sellers} start={start} />;
}

async function Seller({ seller, journey }: { seller: string; journey: string | null }) {
  const realNow = clock.now();
  const status = await readMerchant({ ref: seller, realNow }).catch(coded);
  if (status instanceof CodedError) {
    return status.code === "NOT_FOUND" ? <Choice unknown={seller} /> : <Failed message={status.message} />;
  }
  const known = status.thirdPartyCustomerId;
  if (known !== null && known !== seller) redirect(`/demo?seller=${encodeURIComponent(known)}`);
  const { businessName, sales } = await shopOf(seller, realNow);
  const sdk = await pinnedSdk();
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <>
      <script src={sdk.src} integrity={sdk.integrity} crossOrigin="anonymous" nonce={nonce} async />
      <SellerCentre
        shop={{ seller, businessName, sales }}
        first={{ status, webhooks: await listWebhooks(seller, 0), calls: callsFor(seller) }}
        journey={journey}
        elsewhere={await otherReceiver()}
        script={sdk}
        api={serviceInfo().links.marketplaceApi ?? ""}
        getToken={getToken}
        readNews={readNews}
      />
    </>
  );
}

function Failed({ message }: { message: string }) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight sm:text-3xl">This seller cannot be shown now</h1>
      <Alert message={message} />
    </>
  );
}

function coded(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  throw error;
}
