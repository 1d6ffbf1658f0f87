import type { ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { type Delivery, type EventBody, startReceiver as start } from "#receiver";

type Answer = (delivery: Delivery<EventBody>, response: ServerResponse, count: number) => unknown;

/** A marketplace's server on loopback, for the length of one test. */
export async function startReceiver(answer: Answer = (_, response) => response.end("ok")) {
  const receiver = await start({ answer });
  onTestFinished(receiver.stop);
  return receiver;
}
