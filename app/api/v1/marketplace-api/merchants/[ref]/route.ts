import { secretKey } from "@/lib/http/auth";
import { revalidated } from "@/lib/http/etag";
import { refOf, route } from "@/lib/http/route";
import { readMerchantStatus } from "@/lib/merchant-status/queries";
import { merchantStatus } from "@/lib/merchant-status/schema";
import { reachOf } from "@/lib/reach";

export const GET = route({
  operationId: "getMerchantStatus",
  summary: "Read a merchant's status",
  description: "Connection, KYC progress, latest credit score and funding requests, newest first.",
  auth: secretKey,
  rate: "read",
  ...revalidated({ description: "The status", body: merchantStatus }),
  errors: ["NOT_FOUND"],
  respond: ({ actor, params }) => readMerchantStatus(reachOf(actor), refOf(params)),
});
