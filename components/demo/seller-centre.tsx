"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Command } from "@/components/ui/command";
import type { SdkScript } from "@/components/ui/embed-sdk";
import { TextLink } from "@/components/ui/page";
import { useHydrated } from "@/components/ui/use-hydrated";
import { nairaText } from "@/lib/kernel/money";
import type { MerchantStatus } from "@/lib/surfaces/merchant-status/schema";
import { backEndCode, frontEndCode } from "./code";
import { CallbacksPanel, CallsPanel, WebhooksPanel } from "./developer-panels";
import { type Look, LookFields } from "./look-fields";
import { MerchantStatusCard } from "./merchant-status";
import { type News, type ReadNews, useNews } from "./news";
import { Disclosure, Panel } from "./panel";
import { SalesChart } from "./sales-chart";
import { type GetToken, useJourneyFrame } from "./use-journey";

const logo =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%236d28d9'/%3E%3Cpath d='M8 23V9h3l5 7 5-7h3v14h-3.4v-8.6L16 21l-4.6-6.6V23z' fill='%23fff'/%3E%3C/svg%3E";

export function SellerCentre(props: {
  shop: { seller: string; businessName: string; sales: { month: string; salesAmount: number; orderCount: number }[] };
  first: News & { status: MerchantStatus };
  /** Whether the journey opens by itself: a loan's id, at its payment; else null. */
  journey: string | null;
  elsewhere: { url: string; disabled: boolean } | null;
  script: SdkScript;
  api: string;
  getToken: GetToken;
  readNews: ReadNews;
}) {
  const { shop, first, elsewhere, script, api, getToken, readNews } = props;
  const { seller, businessName, sales } = shop;
  const { news, failure: newsFailure } = useNews({ seller, first, readNews, awaited: sales.length > 0 });
  const journey = useJourneyFrame({ seller, script, getToken });
  const { busy, run } = useWork();
  const hydrated = useHydrated();
  const [look, setLook] = useState<Look>({ primary: "#6d28d9", radius: 8, scheme: "" });

  const theme = { primary: look.primary, radius: `${look.radius}px`, logo };
  const open = (pay?: string) => run(() => journey.open(theme, pay));
  const begin = useEffectEvent(() => {
    const asked = props.journey;
    if (asked !== null) void open(asked.startsWith("loan_") ? asked : undefined);
  });
  useEffect(() => begin(), []);
  const total = sales.reduce((sum, { salesAmount }) => sum + salesAmount, 0);

  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 className="wrap-anywhere text-2xl font-semibold tracking-tight sm:text-3xl">{businessName}</h1>
        <p className="wrap-anywhere text-stone-700 dark:text-stone-300">
          Seller <span className="font-mono text-sm">{seller}</span>,{" "}
          <TextLink href="/demo">choose another one</TextLink>
        </p>
      </header>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <Panel title="Sales" {...(total > 0 ? { lead: `${nairaText(total)} in the last six months` } : {})}>
            <SalesChart months={sales} />
            <p>
              <TextLink href={`/demo/shop?seller=${encodeURIComponent(seller)}`}>
                Products, and who may read the sales
              </TextLink>
            </p>
          </Panel>
          <Panel title="Financing" lead="Money for stock or growth, paid back as a share of each sale.">
            <MerchantStatusCard status={news.status ?? first.status} />
            <div className="flex flex-wrap gap-3">
              <Button busy={busy} disabled={!hydrated} onClick={() => open()}>
                {journey.isOpen ? "Open again" : "Get funding"}
              </Button>
              {journey.isOpen && (
                <Button look="secondary" onClick={journey.close}>
                  Close
                </Button>
              )}
            </div>
            <noscript>
              <p>This page needs JavaScript. Allow it for this page, then reload.</p>
            </noscript>
            <Alert message={journey.failure} />
            {/* The frame inherits light or dark from here. */}
            <div
              ref={journey.container}
              id="financing"
              className="-mx-4 min-w-0 empty:hidden sm:mx-0"
              style={look.scheme ? { colorScheme: look.scheme } : undefined}
            />
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <CallbacksPanel callbacks={journey.callbacks} />
          <WebhooksPanel webhooks={news.webhooks} failure={newsFailure} elsewhere={elsewhere} />
          <CallsPanel calls={news.calls} />
          <Panel title="Look" lead="Yours: colour and corners apply when the journey opens, light and dark at once.">
            <LookFields look={look} change={setLook} />
          </Panel>
          <Panel title="The code" lead="All that a marketplace writes to have this.">
            <Disclosure title={<span className="font-medium">In your page</span>}>
              <Command label="Code for your page">{frontEndCode(script, theme)}</Command>
            </Disclosure>
            <Disclosure title={<span className="font-medium">On your server</span>}>
              <Command label="Code for your server">{backEndCode(api)}</Command>
            </Disclosure>
          </Panel>
        </div>
      </div>
    </>
  );
}
