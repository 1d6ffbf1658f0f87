import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { Frame } from "@/components/demo/frame";
import { Shop } from "@/components/demo/shop";
import * as clock from "@/lib/kernel/clock";
import { addressAtDemo } from "@/lib/kernel/demo-origin";
import { env } from "@/lib/kernel/env";
import { demoTime, shopOf } from "@/lib/sandbox/demo/backend";
import { catalogueOf } from "@/lib/sandbox/demo/catalogue";
import { listAccess } from "@/lib/sandbox/demo/provider/access";
import { readFault } from "@/lib/sandbox/demo/provider/faults";
import { salesOfSeller } from "@/lib/sandbox/demo/shop";
import { sandboxAnswers } from "@/lib/sandbox/test-helpers/require-sandbox";
import { moment } from "@/lib/terms/mails/formats";
import { thirdPartyCustomerId } from "@/lib/terms/merchants/schema";
import { setFault, takeBack } from "./actions";

export const metadata = { title: { absolute: "Your shop · Demo Market" } };

export default async function SellersShop(props: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const asked = await headers();
  if (!sandboxAnswers(asked)) notFound();
  const { success, data: seller } = thirdPartyCustomerId.safeParse((await props.searchParams).seller);
  if (!success) redirect("/demo");
  const elsewhere = addressAtDemo(asked, `/demo/shop?seller=${encodeURIComponent(seller)}`);
  if (elsewhere) redirect(elsewhere);
  const realNow = clock.now();
  const shop = await shopOf(seller, realNow);
  const access = await listAccess(seller, realNow);
  return (
    <Frame service={env().baseUrl}>
      <Shop
        seller={seller}
        businessName={shop.businessName}
        catalogue={catalogueOf({ sales: salesOfSeller(shop, await demoTime(realNow)) })}
        access={access.map(({ since, lastUsedAt }) => ({
          since: moment(since),
          lastUsed: lastUsedAt && moment(lastUsedAt),
        }))}
        fault={await readFault(seller)}
        takeBack={takeBack}
        setFault={setFault}
      />
    </Frame>
  );
}
