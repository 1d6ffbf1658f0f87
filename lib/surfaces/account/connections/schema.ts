import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { moment } from "@/lib/kernel/answer-fields";
import { oneOf, text } from "@/lib/kernel/validation";
import { connectionStatuses, disconnectors } from "@/lib/terms/connections";
import { accessViewStates } from "@/lib/terms/data-access/states";

const marketplace = z.object({ marketplaceId: z.string(), name: z.string() });
const shop = z.object({ businessName: z.string(), thirdPartyCustomerId: z.string().nullable() });

/** WAITING: allowed, but no record has come that says which merchant it is. REFUSED: it came to nothing. */
const accountConnectionStatuses = [...connectionStatuses, "WAITING", "REFUSED"] as const;

export const catalogEntry = z
  .object({
    entryId: z.string().describe("`marketplaceId/environment`: what the next page is cut by"),
    marketplace,
    environment: z.enum(environments),
    description: z.string().nullable().describe("In the marketplace's own words"),
    shares: z.array(z.string()).describe("What the service fetches there with the merchant's permission, in words"),
    neverShared: z.array(z.string()).describe("What the service never gets there, in words"),
    scopes: z.array(z.string()).describe("What the marketplace is asked to allow"),
    connectionId: z.string().nullable().describe("The account's own connection there; null: none yet"),
    connectionStatus: z.enum(accountConnectionStatuses).exclude(["REFUSED"]).nullable(),
  })
  .meta({ id: "CatalogMarketplace" });
export type CatalogEntryAnswer = z.output<typeof catalogEntry>;

export const catalogAnswer = z
  .object({ data: z.array(catalogEntry), hasMore: z.boolean() })
  .meta({ id: "MarketplaceCatalog" });

export const environmentQuery = z.object({
  environment: oneOf(environments).optional().describe("Left out: every environment that is listed"),
});

export const oneEnvironmentQuery = z.object({
  environment: oneOf(environments).optional().describe("May be left out where the marketplace is listed with one only"),
});

/** For the document and the limits: the verb reads the address itself, since a parameter that stands there twice counts. */
export const callbackQuery = z.object({
  state: z.string("Must be a string").min(1, "Must not be empty").max(512).describe("As it was sent there"),
  code: z.string().max(4096).optional().describe("What the tokens are asked for with"),
  error: z.string().max(255).optional().describe("Instead of a code: why there is none"),
  iss: z.string().max(2048).optional().describe("The issuer, as it is registered"),
});

export const connectBody = z
  .object({
    marketplaceId: text(64),
    environment: oneOf(environments)
      .nullish()
      .describe("May be left out where the marketplace is listed with one only"),
  })
  .meta({ sample: { marketplaceId: "mkt_01m82hr0q1k6j2q8m5w7x9y0ab", environment: "test" } });

export const authorizationBegun = z
  .object({
    authorizationUrl: z.string().describe("Open it in a browser: the marketplace asks there for the permission"),
    expiresAt: moment.describe("Until then the marketplace's answer is taken"),
  })
  .meta({ id: "AuthorizationBegun" });

export const connectionStatusAnswer = z
  .object({
    connectionId: z
      .string()
      .describe(
        "While the status is WAITING or REFUSED that of the permission; then the connection's, and both find it",
      ),
    merchantId: z.string().nullable(),
    businessName: z.string().nullable().describe("Of the shop; null while nothing has said which it is"),
    thirdPartyCustomerId: z.string().nullable().describe("What the marketplace calls the shop"),
    marketplace,
    environment: z.enum(environments),
    connectionStatus: z
      .enum(accountConnectionStatuses)
      .describe(
        "WAITING: the permission is given, and no record has come yet that says which shop it is. REFUSED: nothing was " +
          "connected by it; `access` says why",
      ),
    connectedAt: moment.describe("Since when what is allowed now is; of a connection that has ended, the first time"),
    lastReceivedAt: moment.nullable().describe("When the latest record came, by whatever way"),
    disconnectedAt: moment.nullable(),
    disconnectedBy: z.enum(disconnectors).nullable(),
    runningLoans: z.int().describe("Loans that go on until they are repaid, connected or not"),
    access: z
      .object({
        state: z.enum(accessViewStates),
        message: z.string().describe("How fetching goes and what to do, in words"),
        failure: z.string().nullable(),
        authorizedAt: moment,
        lastTriedAt: moment.nullable(),
        lastPulledAt: moment.nullable(),
        nextPullAt: moment.nullable(),
      })
      .nullable()
      .describe("The permission to fetch records at the marketplace; null: none was given that way"),
    connectable: z.boolean().describe("The permission can be given, or given again"),
    refused: z
      .object({
        shop: shop.describe("The shop that the permission is of, as the marketplace calls it"),
        meant: shop
          .extend({ connectionId: z.string() })
          .nullable()
          .describe("The shop that the account has there: give the permission again as this one"),
      })
      .nullable()
      .describe("The permission was another shop's, so that nothing is connected by it"),
  })
  .meta({ id: "ConnectionStatus" });
export const connectionList = z.object({ data: z.array(connectionStatusAnswer) });
export type ConnectionStatusAnswer = z.output<typeof connectionStatusAnswer>;
