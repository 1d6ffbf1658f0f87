import { lookups } from "@/lib/edge/doors/lookups";

export const POST = lookups.journey.company;
