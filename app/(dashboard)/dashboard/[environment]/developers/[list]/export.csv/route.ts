import { listsExport } from "@/lib/edge/http/csv-export";

export const GET = listsExport("developers/");
