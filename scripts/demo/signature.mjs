import { createHmac, timingSafeEqual } from "node:crypto";

/** How old, or how far ahead, a delivery may be, in seconds. */
const tolerance = 300;

/**
 * Checks a delivery the way a receiver has to, by both schemes it is signed with: X-Service-Signature and Standard
 * Webhooks. Answers why it is not genuine, or null.
 *
 * @param headers as node:http gives them: names in lower case.
 * @param body the raw text, before anything has parsed it.
 * @param secrets whole `whsec_…` texts; more than one while a rotation lasts.
 * @param at real time in milliseconds.
 */
export function flawOf({ headers, body, secrets, at }) {
  return mirrorFlaw({ headers, body, secrets, at }) ?? standardFlaw({ headers, body, secrets, at });
}

function mirrorFlaw({ headers, body, secrets, at }) {
  const timestamp = headers["x-service-timestamp"];
  const given = (headers["x-service-signature"] ?? "").split(",").map((value) => value.trim());
  const expected = secrets.map((secret) => `sha256=${mac(secret, `${timestamp}.${body}`, "hex")}`);
  if (!isRecent(timestamp, at)) return "X-Service-Timestamp is missing or more than 300 s away";
  if (!haveOneInCommon(given, expected)) return "X-Service-Signature does not belong to this body";
  return null;
}

function standardFlaw({ headers, body, secrets, at }) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const given = (headers["webhook-signature"] ?? "").split(" ");
  const expected = secrets.map((secret) => `v1,${mac(keyOf(secret), `${id}.${timestamp}.${body}`, "base64")}`);
  if (!id) return "webhook-id is missing";
  if (!isRecent(timestamp, at)) return "webhook-timestamp is missing or more than 300 s away";
  if (!haveOneInCommon(given, expected)) return "webhook-signature does not belong to this body";
  return null;
}

function isRecent(timestamp, at) {
  return /^\d{1,12}$/.test(timestamp ?? "") && Math.abs(at / 1000 - Number(timestamp)) <= tolerance;
}

function haveOneInCommon(given, expected) {
  let found = false;
  for (const one of given) for (const other of expected) if (sameText(one, other)) found = true;
  return found;
}

function sameText(one, other) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function mac(key, text, encoding) {
  return createHmac("sha256", key).update(text).digest(encoding);
}

function keyOf(secret) {
  return Buffer.from(secret.replace(/^whsec_/, ""), "base64");
}
