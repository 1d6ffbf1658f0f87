import { expect } from "playwright/test";
import type { Client } from "./client";
import { businessInfo, director, ownBvn } from "./merchant";

const kyc = "/api/merchants/kyc";

/** Numbers that are looked up: known, unknown, and none. */
const numbers = { people: ["22000000141", "22000010000", "1"], companies: ["RC1234567", "RC0000", "x"] };

/** Looks numbers up below an address, rightly and wrongly. */
export async function useLookups(client: Client, base: string): Promise<void> {
  for (const [register, looked] of [
    ["bvn", numbers.people],
    ["nin", numbers.people.slice(0, 1)],
    ["company", numbers.companies],
  ] as const) {
    const path = `${base}/lookups/${register}`;
    for (const number of looked) await client.call("POST", path, { body: { number, consent: true } });
    await client.call("POST", path, { body: "{" });
    await client.call("POST", path, { anonymous: true, body: {} });
  }
}

/** Every operation on the KYC record of an account's only merchant, rightly and wrongly. */
export async function useAccountKyc(own: Client): Promise<void> {
  for (const list of ["business-types", "business-categories", "document-types"]) {
    await own.ask("GET", `${kyc}/${list}?q=phone+repair`, { anonymous: true });
    await own.call("GET", `${kyc}/${list}?startingAfter=nothing`, { anonymous: true });
  }
  await own.ask("GET", `${kyc}/onboarding-status`);
  await own.call("GET", `${kyc}/onboarding-status`, { headers: { "x-merchant-id": "mer_nothing" } });
  await own.ask("GET", "/api/merchants/score");
  await own.call("GET", "/api/merchants/score", { headers: { "x-merchant-id": "mer_nothing" } });
  await useLookups(own, kyc);
  const draft = { step: "business-info", values: { website: "https://ada" }, revision: 0 };
  for (const _ of ["kept", "in conflict"]) await own.call("PUT", `${kyc}/draft`, { body: draft });
  // What is there already may be sent again; anything else takes the revision that is in force.
  for (const [match, businessName, status] of [
    ["*", "Ada Foods", 200],
    ['"7"', "Ada Foods", 200],
    ['"7"', "Ada Foods and More", 412],
  ] as const) {
    const sent = { body: { ...businessInfo(), businessName }, headers: { "if-match": match } };
    expect((await own.call("PUT", `${kyc}/business-info`, sent)).status, `${match} ${businessName}`).toBe(status);
  }
  const ada = director({ identityNumber: ownBvn() });
  for (const _ of ["added", "there already"]) await own.call("POST", `${kyc}/directors`, { body: ada });
  const more = [director({ identityNumber: ownBvn(), isPrimary: false })];
  const { directors } = await own.ask("POST", `${kyc}/directors/bulk`, { body: { directors: more } });
  const { identityNumber: _, ...known } = ada;
  for (const id of [directors[0].id, "dir_nothing"]) {
    await own.call("PUT", `${kyc}/directors`, { body: { directors: [{ ...known, id }] } });
  }
  const added = await own.ask("POST", `${kyc}/directors`, { body: director({ identityNumber: ownBvn() }) });
  for (const id of [added.directors.at(-1).id, "dir_nothing"]) {
    await own.call("PUT", `${kyc}/directors/${id}`, { body: { ...known, lastName: "Okeke" } });
    await own.call("DELETE", `${kyc}/directors/${id}`);
  }
  await useDocuments(own);
  for (const _ of ["submitted", "again"]) await own.ask("POST", `${kyc}/submit`);
  await own.call("PUT", `${kyc}/business-info`, { body: businessInfo() });
  for (const path of ["directors", "directors/bulk", "documents", "uploads", "uploads/confirm", "submit"]) {
    for (const body of ["{", {}]) await own.call("POST", `${kyc}/${path}`, { body });
    await own.call("POST", `${kyc}/${path}`, { anonymous: true, body: {} });
  }
}

async function useDocuments(own: Client): Promise<void> {
  const bytes = new TextEncoder().encode("%PDF-1.4\n%%EOF\n");
  const file = { fileName: "permit.pdf", mimeType: "application/pdf", fileSize: String(bytes.byteLength) };
  const { fileKey, upload } = await own.ask("POST", `${kyc}/uploads`, { body: file });
  await own.call("PUT", upload.url, { body: bytes });
  await own.ask("PUT", upload.url, { body: bytes, headers: upload.headers });
  await own.ask("POST", `${kyc}/uploads/confirm`, { body: { fileKey } });
  const document = { documentType: "BUSINESS_PERMIT", fileKey, ...file };
  const { documents } = await own.ask("POST", `${kyc}/documents`, { body: document });
  for (const id of [documents[0].id, documents[0].id]) await own.call("DELETE", `${kyc}/documents/${id}`);
  await own.ask("POST", `${kyc}/documents`, { body: document });
}
