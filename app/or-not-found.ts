import { notFound } from "next/navigation";
import { CodedError } from "@/lib/kernel/errors";

/** What a page reads by a name in its address: where that does not exist, neither does the page. */
export async function orNotFound<Found>(reading: Promise<Found>): Promise<Found> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CodedError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}
