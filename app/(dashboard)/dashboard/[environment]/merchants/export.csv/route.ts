import { listExport } from "@/lib/edge/http/csv-export";

export const GET = listExport("merchants");
