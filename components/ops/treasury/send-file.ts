import type { Refusal } from "@/components/forms/outcome";

/** Sends a file to a page's own upload, which answers as an action does. */
export async function sendFile<Answer>(to: string, body: File): Promise<Answer | Refusal> {
  const headers = { "content-type": "application/octet-stream" };
  const answer = await fetch(to, { method: "POST", body, headers });
  return answer.json();
}
