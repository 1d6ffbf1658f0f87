import { z } from "zod";
import { documentText } from "@/app/openapi.json/document-text";

const reference = z.object({ $ref: z.string() });
const content = z.record(z.string(), z.looseObject({ schema: z.unknown() }));
const parameter = z.looseObject({ name: z.string(), in: z.string(), description: z.string().optional() });
const answer = z.looseObject({
  description: z.string(),
  headers: z.record(z.string(), z.looseObject({})).optional(),
  content: content.optional(),
});
const operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(z.union([reference, parameter])),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string(), z.union([reference, answer])),
});
const byMethod = z.record(z.string(), operation);

const document = z.looseObject({
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), byMethod),
  webhooks: z.record(z.string(), byMethod),
  components: z.looseObject({
    schemas: z.record(z.string(), z.looseObject({})),
    parameters: z.record(z.string(), parameter),
    responses: z.record(z.string(), answer),
    headers: z.record(z.string(), z.looseObject({ description: z.string() })),
  }),
});

/** The OpenAPI document of the service, as a reader sees it. */
export function readDocument() {
  return document.parse(JSON.parse(documentText().text));
}

/** All operations of a document, those of the events too. */
export function operationsOf({ paths, webhooks }: ReturnType<typeof readDocument>) {
  return [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) => Object.values(methods));
}
