import { subscribe } from "node:diagnostics_channel";
import { TLSSocket } from "node:tls";
import { day, hour, later } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { processWide } from "@/lib/kernel/process-wide";
import type { RealTime } from "@/lib/kernel/time";
import { codeOf, failureText } from "./failure-text";

/** What the last connection to a host has shown of its certificate. */
type Seen = { until: number | null; wrong: string | null };

type Watch = { hosts: Map<string, Seen & { at: RealTime }>; begun: boolean };
const watch: Watch = processWide("certificates", () => ({ hosts: new Map(), begun: false }));

/** In which a certificate that is about to expire is told of. Some are renewed no earlier than a few days before. */
const notice = 3 * day;

/** How long what was seen is believed: a provider renews a certificate, and an open connection goes on without showing it. */
const believedFor = 6 * hour;

/** Of hosts that we are configured with; there are a handful. */
const mostHosts = 50;

/**
 * Remembers the certificates of the providers that `fetch` is called for (the service calls servers of marketplaces, whose
 * certificates are theirs to see to, by `guardedFetch`): from connections that are made anyway.
 */
export function watchCertificates(): void {
  if (watch.begun) return;
  watch.begun = true;
  subscribe("undici:client:connected", (message) => {
    const { host, socket } = told(message);
    if (host && socket instanceof TLSSocket) {
      noteCertificate(host, { until: Date.parse(socket.getPeerCertificate().valid_to), wrong: null });
    }
  });
  subscribe("undici:client:connectError", (message) => {
    const { host, error } = told(message);
    if (host && isOfCertificate(error)) noteCertificate(host, { until: null, wrong: failureText(error) });
  });
}

/** What is wrong with providers' certificates, or soon will be, each in words for an operator. */
export function certificateTroubles(realNow: RealTime): string[] {
  return [...watch.hosts].flatMap(([host, { until, wrong, at }]) => {
    if (realNow > later(at, believedFor)) return [];
    if (wrong !== null) return [`${host}: ${wrong}`];
    const left = until === null || !Number.isFinite(until) ? Number.POSITIVE_INFINITY : until - realNow.getTime();
    if (left > notice) return [];
    return [left <= 0 ? `${host}: the certificate has expired` : `${host}: ${inDays(left)} left of the certificate`];
  });
}

/** For connections that are made otherwise, too. */
export function noteCertificate(host: string, seen: Seen): void {
  if (watch.hosts.size >= mostHosts) watch.hosts.clear();
  watch.hosts.set(host, { ...seen, at: now() });
}

/** Whether a connection failed for the certificate that the other side showed. */
function isOfCertificate(error: unknown): boolean {
  return /CERT|VERIFY_LEAF/.test(codeOf(error));
}

type Told = { host: string | undefined; socket: unknown; error: unknown };

/** Of what undici says, only what is used. */
function told(message: unknown): Told {
  const { connectParams, socket, error } = message as {
    connectParams?: { hostname?: string };
    socket?: unknown;
    error?: unknown;
  };
  return { host: connectParams?.hostname, socket, error };
}

function inDays(milliseconds: number): string {
  const days = Math.floor(milliseconds / day);
  return days === 1 ? "1 day is" : days < 1 ? "less than a day is" : `${days} days are`;
}
