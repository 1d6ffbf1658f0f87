import { and, eq, inArray } from "drizzle-orm";
import { dataAccesses } from "@/db/schema/data-access";
import type { Access } from "./fresh-tokens";

/** An access as a worker has read it, unless it has ended or was lost meanwhile. For the condition of a change. */
export function stillOpen({ id }: Pick<Access, "id">) {
  return and(eq(dataAccesses.id, id), inArray(dataAccesses.state, ["WAITING", "ACTIVE"]));
}
