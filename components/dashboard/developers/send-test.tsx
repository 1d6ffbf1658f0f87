"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { isRefusal, type Refusal, unreachable } from "@/components/forms/outcome";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { StatusBadge } from "@/components/ui/status-badge";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { TestSent } from "@/lib/platform/messages/webhooks/delivery-schema";

type Props = { send: () => Promise<TestSent | Refusal> };

export function SendTest({ send }: Props) {
  const router = useRouter();
  const hydrated = useHydrated();
  const work = useWork();
  const [sent, setSent] = useState<TestSent | null>(null);
  const act = () =>
    work.run(async () => {
      const answer = await send().catch(() => unreachable);
      if (isRefusal(answer)) return answer;
      setSent(answer);
      router.refresh();
    });
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Button look="secondary" busy={work.busy} disabled={!hydrated} onClick={act}>
          Send a test event
        </Button>
      </div>
      <Alert message={work.failure} />
      <div role="status" className={sent ? "" : "-mt-4"}>
        {sent && <Exchange sent={sent} />}
      </div>
    </div>
  );
}

function Exchange({ sent }: { sent: TestSent }) {
  const { acknowledged, responseStatus, responseBody, error, durationMs } = sent;
  const headers = Object.entries(sent.requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <StatusBadge tone={acknowledged ? "good" : "bad"}>
          {acknowledged ? "Acknowledged" : "Not acknowledged"}
        </StatusBadge>
        <span>
          {responseStatus === null ? (error ?? "No answer") : `HTTP ${responseStatus}`}, after {durationMs} ms
        </span>
      </p>
      <Raw title="What we sent" text={`${headers.join("\n")}\n\n${sent.requestBody}`} />
      {responseBody !== null && <Raw title="What came back" text={responseBody || "(an empty body)"} />}
    </div>
  );
}

function Raw({ title, text }: { title: string; text: string }) {
  return (
    <details className="rounded-md border border-line">
      <summary className="px-3 py-2 font-medium">{title}</summary>
      <pre className="wrap-anywhere border-t border-line bg-sunken p-3 text-xs whitespace-pre-wrap">{text}</pre>
    </details>
  );
}
