import { directorList, directors } from "@/lib/edge/doors/directors";

export const POST = directors.add;
export const PUT = directorList.account;
