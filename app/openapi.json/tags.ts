import { eventsTag, type Tag } from "@/lib/edge/openapi/document";

const api = "/api/v1/marketplace-api";
const merchant = `${api}/merchants/{ref}`;
const data = "/marketplace/data";

/** The subjects of the document. A path that belongs to none makes the document, and a test, fail. */
export const tags: readonly Tag[] = [
  {
    name: "Merchants",
    description: "Create merchants, read how far they are, and open the hosted journey for them.",
    paths: [`${api}/merchants`],
  },
  {
    name: "KYC",
    description: "What the law asks a merchant for: the business, its directors, documents, and their review.",
    paths: [
      ...["business-info", "directors", "documents", "submit"].map((part) => `${merchant}/${part}`),
      `${api}/uploads`,
    ],
  },
  {
    name: "Sales data",
    description: "Sales figures and what happens in the shop: what merchants are scored by.",
    paths: [`${merchant}/sales-data`, data, "/api/marketplace/data"],
  },
  {
    name: "Funding",
    description: "Ask for an amount. What becomes of it, the status and the events tell.",
    paths: [`${merchant}/funding-requests`, `${api}/loans`],
  },
  {
    name: "Loans",
    description: "Loans as they stand, what may be deducted from a sale, and why a balance is what it is.",
    paths: ["/api/marketplace/loans"],
  },
  {
    name: "Reports",
    description: "What you deducted and settled, signed by you; settlements, and breaks where the figures differ.",
    paths: ["/api/v1/webhooks", ...["refused-webhooks", "settlements", "breaks"].map((part) => `${api}/${part}`)],
  },
  {
    name: "Webhooks",
    description: "Where events are sent to, the secrets that sign, and events to look up and send again.",
    paths: [`${api}/webhook`, `${api}/api-secret`, `${api}/events`],
  },
  {
    name: eventsTag,
    description: "What is sent to your webhook endpoint. Each event may arrive more than once, and in another order.",
    paths: [],
  },
  {
    name: "OAuth",
    description: "Access tokens, for the marketplace itself or with a merchant's consent.",
    paths: ["/oauth", "/.well-known"],
  },
  {
    name: "Hosted journey",
    description: "What the journey in your page calls with an embed token. The SDK opens it; you need not call these.",
    paths: ["/api/v1/embed"],
  },
  {
    name: "Merchant accounts",
    description: "For merchants: their account, what they have at each marketplace, and their KYC.",
    paths: ["auth", "complaints", "kyc", "loans", "notifications", "payments", "score"].map(
      (part) => `/api/merchants/${part}`,
    ),
  },
  {
    name: "Marketplace connections",
    description:
      "For merchants: connect with a marketplace so that their sales figures are fetched there, and disconnect.",
    paths: ["/api/marketplace-connections"],
  },
  {
    name: "Dashboard",
    description: "For the marketplace's staff.",
    paths: ["/api/marketplace-dashboard", "/api/marketplaces", "/api/invitations"],
  },
  {
    name: "Operators",
    description: "For the service's own staff: lenders, and merchants of every marketplace.",
    paths: ["/api/ops", "/api/lenders", "/api/merchants"],
  },
  {
    name: "Providers",
    description: "For providers of payments: what they tell of a lender's account with them.",
    paths: ["/api/providers"],
  },
  {
    name: "Test helpers",
    description: "Make things happen to test data at once: reviews, payouts, repayments, and time passing.",
    paths: [`${api}/test-helpers`],
  },
  {
    name: "Sandbox",
    description: "The demo marketplace of a sandbox: addresses, credentials and merchants to try things with.",
    paths: ["/api/sandbox", "/.well-known/oauth-authorization-server/demo"],
  },
  {
    name: "Mail links",
    description: "What links in mails to merchants open.",
    paths: ["/mail"],
  },
  {
    name: "Service",
    description: "Whether the service is there and well.",
    paths: ["/api"],
  },
];
