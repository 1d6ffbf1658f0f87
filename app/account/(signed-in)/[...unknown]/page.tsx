import { notFound } from "next/navigation";

/** Whoever mistypes an address of the account stays in it. */
export default function Unknown() {
  notFound();
}
