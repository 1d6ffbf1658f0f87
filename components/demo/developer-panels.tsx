"use client";

import { Command } from "@/components/ui/command";
import type { Call, Webhook } from "./news";
import { Disclosure, Nothing, Panel } from "./panel";

export type Callback = { number: number; name: string; payload: string | undefined };

export function CallbacksPanel({ callbacks }: { callbacks: readonly Callback[] }) {
  return (
    <Panel title="Callbacks" lead="What the script told this page, in order.">
      {callbacks.length === 0 ? (
        <Nothing>None yet. Open the journey with “Get funding”.</Nothing>
      ) : (
        <ol aria-label="Callbacks" className="flex flex-col gap-1 font-mono text-sm">
          {callbacks.map(({ number, name, payload = "" }) => (
            <li key={number} data-callback={name} data-payload={payload} className="wrap-anywhere">
              {name}(<span className="text-stone-700 dark:text-stone-300">{payload}</span>)
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

export function WebhooksPanel(props: {
  webhooks: readonly Webhook[];
  failure: string | null;
  /** Where they go instead, if a developer has registered another address. */
  elsewhere: { url: string; disabled: boolean } | null;
}) {
  const { webhooks, failure, elsewhere } = props;
  const lead = "What the service told your server about this seller, newest first. Times are UTC.";
  return (
    <Panel title="Webhooks" lead={lead}>
      {elsewhere && (
        <p className="wrap-anywhere rounded-lg border border-amber-700 bg-amber-50 p-3 text-sm text-amber-950 dark:border-amber-500 dark:bg-amber-950 dark:text-amber-100">
          {elsewhere.disabled
            ? `No webhooks are sent at present: ${elsewhere.url} is switched off. Register it again.`
            : `Webhooks go to ${elsewhere.url}, which was registered instead of this page’s own address.`}
        </p>
      )}
      {failure && <p className="text-sm text-red-800 dark:text-red-300">Not up to date: {failure}</p>}
      {webhooks.length === 0 && !elsewhere && <Nothing>None yet. They arrive within a second or two.</Nothing>}
      {webhooks.length > 0 && (
        <ol aria-label="Webhooks" className="flex flex-col divide-y divide-stone-200 dark:divide-stone-800">
          {webhooks.map(({ number, event, eventId, receivedAt, body }) => (
            <li key={number} data-event={event} data-event-id={eventId}>
              <Disclosure
                title={
                  <>
                    <span className="wrap-anywhere font-mono text-sm">{event}</span>
                    <span className="text-sm text-stone-700 dark:text-stone-300">
                      <time dateTime={receivedAt} className="tabular-nums">
                        {clockOf(receivedAt)}
                      </time>
                      , signature verified
                    </span>
                  </>
                }
              >
                <Command label={`Body of ${event} ${eventId}`}>{body}</Command>
              </Disclosure>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

export function CallsPanel({ calls }: { calls: readonly Call[] }) {
  return (
    <Panel
      title="What your backend did"
      lead="Calls to the Marketplace API with the secret key, in order. Times are UTC."
    >
      {calls.length === 0 ? (
        <Nothing>None since the service was started.</Nothing>
      ) : (
        <ol aria-label="Calls" className="flex flex-col gap-1 font-mono text-sm">
          {calls.map(({ number, at, method, path, status }) => (
            <li
              key={number}
              data-call={`${method} ${path}`}
              data-status={status ?? "none"}
              className="flex flex-wrap gap-x-2"
            >
              <time dateTime={at} className="tabular-nums text-stone-700 dark:text-stone-300">
                {clockOf(at)}
              </time>
              <span className="wrap-anywhere min-w-0 flex-1">
                {method} {path}
              </span>
              <span className="tabular-nums">{status ?? "no answer"}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function clockOf(moment: string): string {
  return moment.slice(11, 19);
}
