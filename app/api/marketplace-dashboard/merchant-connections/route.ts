import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { deleteDataSource } from "@/lib/sales/data-access/delete-data-source";
import { readDataSource } from "@/lib/sales/data-access/read-data-source";
import { registerDataSource } from "@/lib/sales/data-access/register-data-source";
import { dataSourceAnswer, dataSourceBody } from "@/lib/terms/data-access/schema";

export const GET = route({
  operationId: "getDataSource",
  summary: "Show where merchants' records are fetched",
  description: "404 until it is registered. The client's secret is not shown.",
  auth: dashboardToken({ environment: true }),
  rate: "read",
  answers: { 200: { description: "The data source", body: dataSourceAnswer } },
  errors: readDataSource.errors,
  respond: ({ actor }) => readDataSource(actor.tenant),
});

export const PUT = route({
  operationId: "saveDataSource",
  summary: "Register where merchants' records are fetched",
  description: "Merchants then connect by themselves. With another issuer or client they give permission anew.",
  auth: dashboardToken({ permission: registerDataSource.permission, environment: true }),
  rate: "write",
  body: dataSourceBody,
  answers: { 200: { description: "Registered", body: dataSourceAnswer } },
  errors: registerDataSource.errors,
  respond: ({ actor, body, realNow }) => registerDataSource({ actor, input: body, realNow }),
});

export const DELETE = route({
  operationId: "deleteDataSource",
  summary: "Stop fetching merchants' records",
  description: "Every permission that merchants have given ends. Connections, and what was fetched, stay.",
  auth: dashboardToken({ permission: deleteDataSource.permission, environment: true }),
  rate: "write",
  answers: { 204: { description: "Stopped" } },
  errors: deleteDataSource.errors,
  respond: ({ actor, realNow }) => deleteDataSource({ actor, realNow }),
});
