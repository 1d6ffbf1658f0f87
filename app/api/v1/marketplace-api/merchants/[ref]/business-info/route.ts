import { businessInfo } from "@/lib/edge/doors/business-info";

export const PUT = businessInfo.backend;
