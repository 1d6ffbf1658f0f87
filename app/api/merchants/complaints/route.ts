import { complaints } from "@/lib/edge/doors/complaints";

export const GET = complaints.account.list;

export const POST = complaints.account.make;
