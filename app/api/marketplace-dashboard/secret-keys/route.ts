import { z } from "zod";
import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { createSecretKey } from "@/lib/parties/marketplaces/create-secret-key";
import {
  createSecretKeyBody,
  secretKeyCreated,
  secretKeyCursors,
  secretKeyList,
} from "@/lib/parties/marketplaces/schema";
import { listSecretKeys } from "@/lib/parties/marketplaces/secret-key-queries";

export const GET = route({
  operationId: "listSecretKeys",
  summary: "List the secret keys",
  description:
    "Keys of the marketplace's backend, newest first, also those that were revoked. Never the keys themselves.",
  auth: dashboardToken({ environment: true }),
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...secretKeyCursors }),
  answers: { 200: { description: "A page of keys", body: secretKeyList } },
  respond: ({ actor, query }) => listSecretKeys(actor.tenant, query),
});

export const POST = route({
  operationId: "createSecretKey",
  summary: "Create a secret key",
  description:
    "Returns a new key, shown only once. Others stay in force: have your backend switch, see in lastUsedAt that nothing " +
    "uses the old key any more, then revoke it. At most 20 may be in force.",
  auth: dashboardToken({ permission: createSecretKey.permission, environment: true }),
  rate: "write",
  body: createSecretKeyBody,
  answers: { 201: { description: "Created", body: secretKeyCreated } },
  errors: createSecretKey.errors,
  respond: ({ actor, body, realNow }) => createSecretKey({ actor, input: body, realNow }),
});
