import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { Asking } from "@/components/demo/asking";
import { ChooseSeller } from "@/components/demo/choose-seller";
import { Frame } from "@/components/demo/frame";
import { Alert } from "@/components/ui/alert";
import { randomText } from "@/lib/kernel/crypto";
import { addressAtDemo } from "@/lib/kernel/demo-origin";
import { env } from "@/lib/kernel/env";
import { authorizationQuery } from "@/lib/sales/oauth/authorization-query";
import { checkRequest } from "@/lib/sandbox/demo/provider/check-request";
import { newMerchantRef, sellerName } from "@/lib/sandbox/demo/shop";
import { listNewSellers } from "@/lib/sandbox/demo/webhooks";
import { sandboxAnswers } from "@/lib/sandbox/test-helpers/require-sandbox";
import { thirdPartyCustomerId } from "@/lib/terms/merchants/schema";
import { answerRequest } from "./actions";

export const metadata = { title: { absolute: "Allow access · Demo Market" } };

export default async function Authorize(props: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const asked = await headers();
  if (!sandboxAnswers(asked)) notFound();
  const given = await props.searchParams;
  const query = authorizationQuery(given);
  const elsewhere = addressAtDemo(asked, `/demo/authorize?${query}`);
  if (elsewhere) redirect(elsewhere);
  const verdict = await checkRequest(query);
  if (verdict.kind === "redirect") redirect(verdict.location);
  return (
    <Frame service={env().baseUrl}>
      <div className="mx-auto flex w-full max-w-lg flex-col gap-5">
        {verdict.kind === "page" ? (
          <Unusable reason={verdict.reason} />
        ) : (
          <Sound query={query} seller={given.seller} lasting={verdict.request.scopes.includes("offline_access")} />
        )}
      </div>
    </Frame>
  );
}

function Unusable({ reason }: { reason: string }) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">This link does not work</h1>
      <Alert message={reason} />
      <p>Nothing was shared. Go back to the service that sent you here, and begin again.</p>
    </>
  );
}

async function Sound(props: { query: URLSearchParams; seller: string | string[] | undefined; lasting: boolean }) {
  const { query, seller: typed, lasting } = props;
  const { success, data: seller } = thirdPartyCustomerId.safeParse(typed);
  if (success) {
    const names = { seller, businessName: sellerName(seller) };
    return <Asking {...names} query={`${query}`} lasting={lasting} answer={answerRequest} />;
  }
  const refs = [newMerchantRef(randomText(10)), ...(await listNewSellers())];
  const [fresh, ...known] = refs.map((ref) => ({ seller: ref, businessName: sellerName(ref) }));
  return <ChooseSeller query={[...query]} fresh={fresh} known={known} wrong={typed !== undefined} />;
}
