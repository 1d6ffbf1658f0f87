import { directorList } from "@/lib/edge/doors/directors";

export const POST = directorList.backend;
