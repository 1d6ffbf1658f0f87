import Link from "next/link";
import type { ReactNode } from "react";
import { linkLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";

type Props = {
  environment: string;
  breaks: { open: number; answered: number };
  deliveries: { failed: number; waiting: number };
  endpoint: { status: "ENABLED" | "DISABLED"; failingSince: Date | null } | null;
  /** Counts go no further than this and one more. */
  countedUpTo: number;
};

export function AttentionList({ environment, breaks, deliveries, endpoint, countedUpTo }: Props) {
  const at = (path: string) => `/dashboard/${environment}/${path}`;
  const number = (count: number) =>
    count > countedUpTo ? `${countedUpTo.toLocaleString("en-NG")}+` : count.toLocaleString("en-NG");
  return (
    <Card title="Needs attention">
      <ul className="divide-y divide-line text-sm">
        <Item href={at("developers/webhook")} label="Webhook">
          <EndpointState endpoint={endpoint} />
        </Item>
        <Item href={at("developers/deliveries?status=FAILED")} label="Events that could not be delivered">
          <StatusBadge tone={deliveries.failed > 0 ? "bad" : "good"}>{number(deliveries.failed)}</StatusBadge>
        </Item>
        <Item href={at("developers/deliveries?status=PENDING")} label="Events on their way">
          <StatusBadge tone={deliveries.waiting > 0 ? "busy" : "neutral"}>{number(deliveries.waiting)}</StatusBadge>
        </Item>
        <Item href={at("breaks?status=OPEN")} label="Open breaks">
          <StatusBadge tone={breaks.open > 0 ? "warning" : "good"}>{number(breaks.open)}</StatusBadge>
        </Item>
        <Item href={at("breaks?status=ANSWERED")} label="Breaks that wait for an operator">
          <StatusBadge tone={breaks.answered > 0 ? "busy" : "neutral"}>{number(breaks.answered)}</StatusBadge>
        </Item>
      </ul>
    </Card>
  );
}

function Item({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <li className="relative flex items-center justify-between gap-4 py-2.5">
      <Link href={href} className={`after:absolute after:inset-0 ${linkLook}`}>
        {label}
      </Link>
      <span className="text-end tabular-nums">{children}</span>
    </li>
  );
}

function EndpointState({ endpoint }: Pick<Props, "endpoint">) {
  if (!endpoint) return <StatusBadge tone="neutral">Not set up</StatusBadge>;
  if (endpoint.status === "DISABLED") return <StatusBadge tone="bad">Switched off</StatusBadge>;
  if (!endpoint.failingSince) return <StatusBadge tone="good">Answering</StatusBadge>;
  return (
    <StatusBadge tone="bad">
      Failing since <Moment at={endpoint.failingSince} />
    </StatusBadge>
  );
}
