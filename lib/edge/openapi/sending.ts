import type { z } from "zod";
import { bodyContent, type Shared } from "./operation";
import { headerParameters } from "./parameters";
import type { Json, Root } from "./schemas";

export type Webhooks = Record<string, { summary: string; description: string; body: z.ZodType; example: unknown }>;

/** The schema of an event's body: `LoanApprovedEvent`. Open, as answers are: receivers must expect more fields. */
export function rootOf([type, { body }]: [string, Webhooks[string]]): Root {
  return { schema: body, side: "output", name: bodyName(type) };
}

/** What the document shows as an example of a body, and the name of its schema. */
export function exampleOf([type, { example }]: [string, Webhooks[string]]): [string, unknown] {
  return [bodyName(type), example];
}

export function toSending(type: string, sent: Webhooks[string], tag: string, shared: Shared): Json {
  const content = { "application/json": bodyContent(sent.body, "output", shared) };
  return {
    operationId: `on${pascal(type)}`,
    tags: [tag],
    summary: sent.summary,
    description: sent.description,
    security: [],
    parameters: headerParameters(sendingHeaders).map((header) => shared.parameters.use(named(header.name), header)),
    requestBody: { required: true, content },
    responses: Object.fromEntries(
      Object.entries(sendingAnswers).map(([status, { name, description }]) => [
        status,
        shared.responses.use(name, { description }),
      ]),
    ),
  };
}

const bodyName = (type: string) => `${pascal(type)}Event`;

const pascal = (type: string) => type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Parameters of events have names of their own among the components. */
const named = (header: string) =>
  `Event-${header}`.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

const always = (description: string) => ({ description, required: true });

const sendingHeaders = {
  "X-Service-Signature": always(
    "`sha256=` and the hex HMAC-SHA256, keyed with the whole webhook secret, of `<X-Service-Timestamp>.<raw body>`, " +
      "over the bytes as received. For a day after the secret changes there are two, separated by a comma: split the " +
      "header at commas, and take the event if any of the values is the one you compute.",
  ),
  "X-Service-Timestamp": always("Unix seconds, real time. Refuse what is older than a few minutes."),
  "X-Service-Event-Id": always("The body's `event_id`."),
  "webhook-id": always("The same, as Standard Webhooks names it."),
  "webhook-timestamp": always("The same as X-Service-Timestamp."),
  "webhook-signature": always(
    "`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the part of the " +
      "webhook secret after `whsec_`, decoded from base64. There are two, separated by a space, whenever there are two " +
      "above.",
  ),
};

const sendingAnswers = {
  "2XX": {
    name: "EventAcknowledged",
    description: "Acknowledged. The rest of the answer is only kept for troubleshooting.",
  },
  "410": {
    name: "EventReceiverGone",
    description: "Gone: nothing more is sent to this address, and the marketplace gets a mail.",
  },
  default: {
    name: "EventNotAcknowledged",
    description:
      "Not acknowledged, which is also how an answer counts that is not complete within 10 seconds. Redirects are " +
      "not followed. Retries follow 1, 5 and 30 minutes and 2 hours after the previous attempt; with 429 or 503 and " +
      "Retry-After up to twice as late.",
  },
};
