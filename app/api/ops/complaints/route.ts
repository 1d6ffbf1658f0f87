import { z } from "zod";
import { toLook } from "@/lib/edge/http/operator-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { listComplaints } from "@/lib/lending/complaints/queries";
import { complaintFilters, operatorComplaintList } from "@/lib/lending/complaints/schema";

export const GET = route({
  ...toLook,
  operationId: "listComplaints",
  summary: "List merchants' complaints",
  description: "Of all marketplaces, newest first.",
  query: z.object({ ...pageQuery.shape, ...complaintFilters }),
  answers: { 200: { description: "A page of complaints", body: operatorComplaintList } },
  respond: ({ query, realNow }) => listComplaints(query, realNow),
});
