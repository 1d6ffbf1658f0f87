import path from "node:path";
import { env } from "@/lib/kernel/env";
import { diskStorage, type Storage } from "./disk-storage";
import { outside } from "./outside";

export function storage(): Storage {
  return outside("storage", diskStorage(path.join(env().dataDir, "documents")));
}
