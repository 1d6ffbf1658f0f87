import { directors } from "@/lib/edge/doors/directors";

export const POST = directors.addSeveral;
