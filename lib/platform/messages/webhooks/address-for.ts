import type { Actor } from "@/lib/kernel/actor";
import { mayDo } from "@/lib/terms/users/roles";

/** An endpoint's address for whoever reads it: its query, where tokens live, is for those who may set the address. */
export function addressFor(reader: Actor, url: string): string {
  const query = url.indexOf("?");
  if (query < 0 || reader.kind !== "marketplaceUser" || mayDo(reader.role, "change")) return url;
  return `${url.slice(0, query)}?[hidden]`;
}
