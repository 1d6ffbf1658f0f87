import { PUT as renewConnection } from "@/app/api/marketplace-connections/[connectionId]/credentials/route";
import { DELETE as disconnectMarketplace } from "@/app/api/marketplace-connections/[connectionId]/route";
import { GET as getConnectionStatus } from "@/app/api/marketplace-connections/[connectionId]/status/route";
import { GET as listAvailableMarketplaces } from "@/app/api/marketplace-connections/available/route";
import { GET as getCatalogMarketplace } from "@/app/api/marketplace-connections/catalog/[marketplaceId]/route";
import { GET as listMarketplaceCatalog } from "@/app/api/marketplace-connections/catalog/route";
import { GET as finishConnection } from "@/app/api/marketplace-connections/oauth/callback/route";
import { POST as initiateConnection, GET as listConnections } from "@/app/api/marketplace-connections/route";
import {
  DELETE as deleteDataSource,
  GET as getDataSource,
  PUT as saveDataSource,
} from "@/app/api/marketplace-dashboard/merchant-connections/route";
import type { Operation } from "@/lib/edge/openapi/operation";

const connections = "/api/marketplace-connections";
const source = "/api/marketplace-dashboard/merchant-connections";

/** Connecting with marketplaces from a merchant's account, part of the list in operations.ts. */
export const connectionOperations: Operation[] = [
  { method: "get", path: `${connections}/available`, route: listAvailableMarketplaces },
  { method: "get", path: `${connections}/catalog`, route: listMarketplaceCatalog },
  { method: "get", path: `${connections}/catalog/{marketplaceId}`, route: getCatalogMarketplace },
  { method: "post", path: connections, route: initiateConnection },
  { method: "get", path: connections, route: listConnections },
  { method: "get", path: `${connections}/oauth/callback`, route: finishConnection },
  { method: "get", path: `${connections}/{connectionId}/status`, route: getConnectionStatus },
  { method: "put", path: `${connections}/{connectionId}/credentials`, route: renewConnection },
  { method: "delete", path: `${connections}/{connectionId}`, route: disconnectMarketplace },
  { method: "get", path: source, route: getDataSource },
  { method: "put", path: source, route: saveDataSource },
  { method: "delete", path: source, route: deleteDataSource },
];
