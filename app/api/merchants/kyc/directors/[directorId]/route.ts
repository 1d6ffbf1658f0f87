import { directors } from "@/lib/edge/doors/directors";

export const PUT = directors.change;
export const DELETE = directors.remove;
