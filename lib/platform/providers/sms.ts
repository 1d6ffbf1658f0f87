import { second } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { processWide } from "@/lib/kernel/process-wide";
import { outside } from "./outside";

export type TextMessage = {
  /** In E.164 format. */
  recipient: string;
  text: string;
  /** Messages with the same key are the same message, sent once. */
  idempotencyKey: string;
};

/** The gateway will never accept this message. */
export class TextRefused extends Error {}

export type TextSender = {
  /** @throws TextRefused when retrying is pointless. */
  send: (message: TextMessage) => Promise<void>;
};

/** Well under the lease under which a message is sent (`db/due.ts`). */
const sendWithin = 15 * second;

/** How the last message to the gateway went. It cannot be asked without sending one. */
const last: { failed: boolean } = processWide("sms", () => ({ failed: false }));

/** `none`: no gateway is configured. `failed`: it did not take this process's last message, nor refuse it. */
export function textState(): "none" | "ok" | "failed" {
  if (!textSender()) return "none";
  return last.failed ? "failed" : "ok";
}

let sender: TextSender | null = null;

/** Null when no gateway is configured: then text messages only show in the sandbox's mailbox page. */
export function textSender(): TextSender | null {
  const { sms } = env();
  sender ??= sms ? outside("sms", smsGateway(sms)) : null;
  return sender;
}

/** Whether a text message reaches anybody: by a gateway, or in the sandbox's mailbox. */
export function textsArrive(): boolean {
  const { sms, sandbox } = env();
  return sms !== null || sandbox;
}

/**
 * A gateway over HTTP: `POST` with `{to, text}` in JSON, the key as a bearer, and an Idempotency-Key. Any 2xx takes the
 * message; 400, 404 and 422 refuse it for good; everything else is worth another try.
 * @param gateway.within the longest that one message may take, in milliseconds.
 */
export function smsGateway(gateway: { url: string; key: string; within?: number }): TextSender {
  return {
    send: async (message) => {
      try {
        await post(gateway, message);
        last.failed = false;
      } catch (error) {
        last.failed = !(error instanceof TextRefused);
        throw error;
      }
    },
  };
}

async function post(gateway: Parameters<typeof smsGateway>[0], { recipient, text, idempotencyKey }: TextMessage) {
  const { url, key, within = sendWithin } = gateway;
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    },
    body: JSON.stringify({ to: recipient, text }),
    // The key and the number go to nobody but the gateway that was configured.
    redirect: "manual",
    signal: AbortSignal.timeout(within),
  });
  await answer.body?.cancel();
  if (answer.ok) return;
  const failure = `The SMS gateway answers ${answer.status}.`;
  throw refusals.has(answer.status) ? new TextRefused(failure) : new Error(failure);
}

const refusals = new Set([400, 404, 422]);
