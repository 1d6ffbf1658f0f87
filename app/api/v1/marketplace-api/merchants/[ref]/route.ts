import { secretKey } from "@/lib/edge/http/auth";
import { revalidated } from "@/lib/edge/http/etag";
import { refOf, route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import { merchantStatus } from "@/lib/surfaces/merchant-status/schema";

export const GET = route({
  operationId: "getMerchantStatus",
  summary: "Read a merchant's status",
  description: "Connection, KYC progress, latest credit score and funding requests, newest first.",
  auth: secretKey,
  rate: "read",
  ...revalidated({ description: "The status", body: merchantStatus }),
  errors: readMerchantStatus.errors,
  respond: ({ actor, params }) => readMerchantStatus(reachOf(actor), refOf(params)),
});
