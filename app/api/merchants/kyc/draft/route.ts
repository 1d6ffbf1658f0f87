import { draft } from "@/lib/edge/doors/draft";

export const PUT = draft.account;
