import { GET as oauthMetadata } from "@/app/.well-known/oauth-authorization-server/route";
import { GET as health } from "@/app/api/health/route";
import { GET as getCreditScore } from "@/app/api/marketplace/data/merchant/[merchantId]/credit-score/route";
import { GET as ping } from "@/app/api/ping/route";
import { GET as apiInfo } from "@/app/api/route";
import { GET as sandboxCredentials } from "@/app/api/sandbox/credentials/route";
import { GET as sandboxMerchants } from "@/app/api/sandbox/merchants/route";
import { POST as sandboxReceiver } from "@/app/api/sandbox/receiver/route";
import { GET as sandboxInfo } from "@/app/api/sandbox/route";
import { POST as redeliver } from "@/app/api/v1/marketplace-api/events/[eventId]/redeliver/route";
import { POST as redeliverRange } from "@/app/api/v1/marketplace-api/events/redeliver/route";
import { GET as listEvents } from "@/app/api/v1/marketplace-api/events/route";
import { PUT as saveBusinessInfo } from "@/app/api/v1/marketplace-api/merchants/[ref]/business-info/route";
import { POST as saveDirectors } from "@/app/api/v1/marketplace-api/merchants/[ref]/directors/route";
import { POST as attachDocument } from "@/app/api/v1/marketplace-api/merchants/[ref]/documents/route";
import { POST as mintEmbedToken } from "@/app/api/v1/marketplace-api/merchants/[ref]/embed-tokens/route";
import { POST as createFundingRequest } from "@/app/api/v1/marketplace-api/merchants/[ref]/funding-requests/route";
import { GET as getMerchant } from "@/app/api/v1/marketplace-api/merchants/[ref]/route";
import { POST as submitSalesData } from "@/app/api/v1/marketplace-api/merchants/[ref]/sales-data/route";
import { POST as submitKyc } from "@/app/api/v1/marketplace-api/merchants/[ref]/submit/route";
import { POST as createMerchant } from "@/app/api/v1/marketplace-api/merchants/route";
import { POST as approveKyc } from "@/app/api/v1/marketplace-api/test-helpers/kyc/[ref]/approve/route";
import { POST as rejectKyc } from "@/app/api/v1/marketplace-api/test-helpers/kyc/[ref]/reject/route";
import { POST as requireKycUpdate } from "@/app/api/v1/marketplace-api/test-helpers/kyc/[ref]/require-update/route";
import { POST as runDueWork } from "@/app/api/v1/marketplace-api/test-helpers/run/route";
import { PUT as putUpload } from "@/app/api/v1/marketplace-api/uploads/[fileKey]/route";
import { POST as confirmUpload } from "@/app/api/v1/marketplace-api/uploads/confirm/route";
import { POST as requestUpload } from "@/app/api/v1/marketplace-api/uploads/route";
import { GET as getWebhook, PUT as putWebhook } from "@/app/api/v1/marketplace-api/webhook/route";
import { GET as getBatch } from "@/app/marketplace/data/batches/[batchId]/route";
import { POST as submitAccountFlag } from "@/app/marketplace/data/events/account-flags/route";
import { POST as submitRepaymentEvent } from "@/app/marketplace/data/events/repayments/route";
import { POST as submitSalesEvent } from "@/app/marketplace/data/events/sales/route";
import { GET as dataHealth } from "@/app/marketplace/data/health/route";
import { POST as submitBatch } from "@/app/marketplace/data/merchants/bulk/route";
import { POST as submitMerchantData } from "@/app/marketplace/data/merchants/route";
import { GET as oauthAuthorize } from "@/app/oauth/authorize/route";
import { POST as oauthIntrospect } from "@/app/oauth/introspect/route";
import { POST as oauthRevoke } from "@/app/oauth/revoke/route";
import { POST as oauthToken } from "@/app/oauth/token/route";
import type { Operation } from "@/lib/http/openapi";

const api = "/api/v1/marketplace-api";
const data = "/marketplace/data";
const merchant = `${api}/merchants/{ref}`;
const helpers = `${api}/test-helpers`;

/** Every documented operation. A test holds the list against the routes that exist. */
export const operations: Operation[] = [
  { method: "post", path: `${api}/merchants`, route: createMerchant },
  { method: "get", path: merchant, route: getMerchant },
  { method: "post", path: `${merchant}/sales-data`, route: submitSalesData },
  { method: "put", path: `${merchant}/business-info`, route: saveBusinessInfo },
  { method: "post", path: `${merchant}/directors`, route: saveDirectors },
  { method: "post", path: `${merchant}/documents`, route: attachDocument },
  { method: "post", path: `${merchant}/submit`, route: submitKyc },
  { method: "post", path: `${merchant}/embed-tokens`, route: mintEmbedToken },
  { method: "post", path: `${merchant}/funding-requests`, route: createFundingRequest },
  { method: "post", path: `${api}/uploads`, route: requestUpload },
  { method: "put", path: `${api}/uploads/{fileKey}`, route: putUpload },
  { method: "post", path: `${api}/uploads/confirm`, route: confirmUpload },
  { method: "get", path: `${api}/webhook`, route: getWebhook },
  { method: "put", path: `${api}/webhook`, route: putWebhook },
  { method: "get", path: `${api}/events`, route: listEvents },
  { method: "post", path: `${api}/events/redeliver`, route: redeliverRange },
  { method: "post", path: `${api}/events/{eventId}/redeliver`, route: redeliver },
  { method: "post", path: `${helpers}/run`, route: runDueWork },
  { method: "post", path: `${helpers}/kyc/{ref}/approve`, route: approveKyc },
  { method: "post", path: `${helpers}/kyc/{ref}/reject`, route: rejectKyc },
  { method: "post", path: `${helpers}/kyc/{ref}/require-update`, route: requireKycUpdate },
  { method: "get", path: "/.well-known/oauth-authorization-server", route: oauthMetadata },
  { method: "get", path: "/oauth/authorize", route: oauthAuthorize },
  { method: "post", path: "/oauth/token", route: oauthToken },
  { method: "post", path: "/oauth/revoke", route: oauthRevoke },
  { method: "post", path: "/oauth/introspect", route: oauthIntrospect },
  { method: "post", path: `${data}/merchants/bulk`, route: submitBatch },
  { method: "post", path: `${data}/merchants`, route: submitMerchantData },
  { method: "get", path: `${data}/batches/{batchId}`, route: getBatch },
  { method: "get", path: "/api/marketplace/data/merchant/{merchantId}/credit-score", route: getCreditScore },
  { method: "post", path: `${data}/events/sales`, route: submitSalesEvent },
  { method: "post", path: `${data}/events/repayments`, route: submitRepaymentEvent },
  { method: "post", path: `${data}/events/account-flags`, route: submitAccountFlag },
  { method: "get", path: `${data}/health`, route: dataHealth },
  { method: "get", path: "/api", route: apiInfo },
  { method: "get", path: "/api/health", route: health },
  { method: "get", path: "/api/ping", route: ping },
  { method: "get", path: "/api/sandbox", route: sandboxInfo },
  { method: "get", path: "/api/sandbox/credentials", route: sandboxCredentials },
  { method: "get", path: "/api/sandbox/merchants", route: sandboxMerchants },
  { method: "post", path: "/api/sandbox/receiver", route: sandboxReceiver },
];
