import { removal } from "@/lib/edge/doors/documents";

export const DELETE = removal.account;
