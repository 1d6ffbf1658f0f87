import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { readBytes } from "@/lib/merchants/documents/stored-bytes";

/** The bytes of a file as they were sent. */
export async function documentBytes(fileKey: string): Promise<Buffer> {
  const [file] = await db().select().from(files).where(eq(files.id, fileKey));
  if (!file) throw new Error("no such file");
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBytes(file)) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks);
}
