import { required } from "@/components/forms/error-text";

/** The schemas' messages in plain words, short enough for one line of a phone. */
const plain: Record<string, string> = {
  "Must be a phone number in E.164 format": "Write it like +2348012345678",
  "Must be a valid http or https URL": "Write it like https://example.com",
  "Must be a date that exists, as YYYY-MM-DD": "Must be a date that exists",
  "Must be a date that exists, in ISO 8601": "Must be a date that exists",
  "Must only have letters, spaces, hyphens and apostrophes": "Letters, spaces, hyphens only",
  "Must not be the identity number of another director in the list": "Another director has this number",
};

export function wording(error: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return required;
  return error.startsWith("Must be one of ") ? "Choose one from the list" : (plain[error] ?? error);
}
