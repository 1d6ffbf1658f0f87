import { complaints } from "@/lib/edge/doors/complaints";

export const GET = complaints.journey.list;

export const POST = complaints.journey.make;
